import { storedToken } from '../stores/session-storage.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { ShellShape } from './shell/shell-shape.tsx';

/** While it is not known yet what to show: the shape of the dashboard for whoever was signed in, else the sign. */
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
