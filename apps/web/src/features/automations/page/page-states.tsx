import { buttonClass } from '@picksync/ui/button.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../../../ui/page-title.ts';
import { deletedAutomation } from '../deleted-automation.ts';

type MissingProps = { title: string; text: string };

function Missing({ title, text }: MissingProps) {
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

/** In place of an automation that does not exist or belongs to somebody else; which of the two is not told. */
export function UnknownAutomation() {
  return (
    <Missing
      title="This automation is not there"
      text="It may have been deleted since the link to it was made, or belong to another account."
    />
  );
}

/** In place of an automation that was deleted while its page was open. */
export function DeletedAutomation() {
  return <Missing {...deletedAutomation} />;
}

/** The outline of the page. */
export function AutomationSkeleton() {
  return (
    <Loading label="Loading the automation" className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-4 w-96 max-w-full" />
      </div>
      <Skeleton className="h-[118px] rounded-lg" />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 @columns:grid-cols-[minmax(0,1fr)_18.75rem]">
          <Skeleton className="h-96 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </div>
      </div>
    </Loading>
  );
}
