import { buttonClass } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { Brand } from '../ui/brand-mark.tsx';
import { usePageTitle } from '../ui/page-title.ts';

export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 bg-canvas px-4 text-center">
      <Brand />
      <div className="grid gap-1.5">
        <h1 className="text-2xl font-bold tracking-[-0.02em]">404 Page Not Found</h1>
        <p className="text-ink-2">Did you forget to add the page to the router?</p>
      </div>
      <Link to="/" className={buttonClass({ variant: 'primary' })}>
        Go to the start page
      </Link>
    </main>
  );
}
