import { buttonClass } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../../ui/page-title.ts';

/** Stands in place of a page whose automation or rule is not there, with the way back. */
export function NotThere({ title, text }: { title: string; text: string }) {
  usePageTitle(title);
  return (
    <div className="grid min-h-[50vh] content-center justify-items-center gap-5 text-center">
      <div className="grid gap-1.5">
        <h1 className="text-xl font-bold tracking-[-0.014em]">{title}</h1>
        <p className="max-w-[48ch] text-ink-2">{text}</p>
      </div>
      <Link to="/dashboard" className={buttonClass({ variant: 'primary' })}>
        Back to Dashboard
      </Link>
    </div>
  );
}

/** Said of what may never have been there: that it belongs to somebody else is not told. */
export const unknownText =
  'It may have been deleted since the link to it was made, or belong to another account.';
