import { type Automation, runsKept } from '@picksync/contracts';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { runsQuery } from '../../../api/runs.queries.ts';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { ActivateButton } from '../activate-button.tsx';
import { LastRuns } from './last-runs.tsx';
import { PagePanel } from './page-panel.tsx';
import { OutcomeMark } from './run-mark.tsx';
import { useNewestRun } from './use-newest-run.ts';

type RunsPanelProps = { automation: Automation; isReadOnly: boolean };

/** The last runs: as a picture, and one by one. */
export function RunsPanel(props: RunsPanelProps) {
  return (
    <PanelBoundary
      skeleton={
        <Frame>
          <Loading label="Loading the last runs" className="grid gap-3 px-4 pb-5 md:px-5">
            <Skeleton className="h-32" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-2/3" />
          </Loading>
        </Frame>
      }
      failure={(retry) => (
        <Frame>
          <ErrorState message="Failed to load the last runs" onRetry={retry} />
        </Frame>
      )}
    >
      <Runs {...props} />
    </PanelBoundary>
  );
}

function Frame({ count = runsKept, children }: { count?: number; children: ReactNode }) {
  return (
    <PagePanel title={count === 1 ? 'Last run' : `Last ${count} runs`} note={count > 1 && <Legend />}>
      {children}
    </PagePanel>
  );
}

const legend = [
  ['changed', 'wrote, added above, removed below'],
  ['unchanged', 'nothing to do'],
  ['waiting_review', 'waited for you'],
  ['failed', 'failed'],
] as const;

function Legend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-3.5 gap-y-1">
      {legend.map(([outcome, text]) => (
        <li key={outcome} className="flex items-center gap-1.5">
          <OutcomeMark outcome={outcome} />
          {text}
        </li>
      ))}
    </ul>
  );
}

function Runs({ automation, isReadOnly }: RunsPanelProps) {
  const { data } = useSuspenseInfiniteQuery(runsQuery(automation.id));
  const runs = data.pages.flatMap(({ reply }) => reply).slice(0, runsKept);
  useNewestRun(automation, runs);
  if (runs.length === 0) return <NoRuns automation={automation} isReadOnly={isReadOnly} />;
  return (
    <Frame count={runs.length}>
      <LastRuns runs={runs} />
    </Frame>
  );
}

function NoRuns({ automation, isReadOnly }: RunsPanelProps) {
  const { isActive } = automation;
  return (
    <PagePanel title="Last runs">
      <div className="grid justify-items-start gap-3 px-4 pb-4 md:px-5">
        <p className="text-sm text-ink-2">
          {`No run yet. The first one ${isActive ? 'follows by itself' : 'starts when you activate this automation'}.`}
        </p>
        {!isActive && !isReadOnly && <ActivateButton automation={automation} variant="primary" />}
      </div>
    </PagePanel>
  );
}
