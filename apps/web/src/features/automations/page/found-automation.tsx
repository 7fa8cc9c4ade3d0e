import type { Automation } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../../ui/page-title.ts';
import { deletedAutomation } from '../refusals.ts';
import { useAutomation } from '../use-automations.ts';

/** The automation that the address names, or why there is none. */
export function FoundAutomation({ id, show }: { id: string; show: (automation: Automation) => ReactNode }) {
  const found = useAutomation(id);
  switch (found.state) {
    case 'loading':
      return <AutomationSkeleton />;
    case 'unknown':
      return <UnknownAutomation />;
    case 'deleted':
      return <DeletedAutomation />;
    case 'failed':
      return <ErrorState message="This automation could not be loaded." onRetry={found.retry} />;
    case 'found':
      return show(found.automation);
  }
}

function Missing({ title, text }: { title: string; text: string }) {
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
function UnknownAutomation() {
  return (
    <Missing
      title="This automation is not there"
      text="It may have been deleted since the link to it was made, or belong to another account."
    />
  );
}

/** In place of an automation that was deleted while its page was open. */
function DeletedAutomation() {
  return <Missing {...deletedAutomation} />;
}

/** The outline of the page. */
function AutomationSkeleton() {
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
