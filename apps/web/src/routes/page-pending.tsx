import { storedToken } from '../stores/session-storage.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { ShellShape } from './shell/shell-shape.tsx';

/** Shown while the page is not known yet: the skeleton of the dashboard for a user who was signed in, else the logo. */
export function PagePending() {
  return storedToken() ? (
    <ShellShape />
  ) : (
    <div role="status" className="grid min-h-dvh animate-pulse place-items-center bg-canvas">
      <BrandMark size={36} />
      <span className="sr-only">Loading</span>
    </div>
  );
}
