import { type Automation, type Run, recentRunsKept } from '@picksync/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { runsQuery } from '../../../api/runs.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { RunMark } from '../../../ui/run-strip.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { RecentRuns, type RecentRunsProps, runLooks } from '../list/recent-runs.tsx';
import { RunEntry } from './run-entry.tsx';
import { useNewestRun } from './use-newest-run.ts';

const loadFailure = 'Failed to load the last runs';

/** The last runs: as a strip with its legend, and one by one. */
export function AutomationRuns({ automation }: { automation: Automation }) {
  return (
    <section aria-labelledby="automation-runs" className="grid gap-2">
      <h3 id="automation-runs" className="font-bold">
        Last runs
      </h3>
      <PanelBoundary
        skeleton={
          <>
            <Strip shown={automation} />
            <RunsSkeleton count={automation.recentRuns.length} />
          </>
        }
        failure={(retry) => (
          <>
            <Strip shown={automation} />
            <ErrorState message={loadFailure} onRetry={retry} />
          </>
        )}
      >
        <RunList automation={automation} />
      </PanelBoundary>
    </section>
  );
}

function Strip({ shown }: { shown: RecentRunsProps['automation'] }) {
  if (shown.recentRuns.length === 0) return null;
  return (
    <>
      <RecentRuns automation={shown} />
      <Legend />
    </>
  );
}

/** What the marks of the strip mean. */
function Legend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {Object.values(runLooks).map(({ result, label }) => (
        <li key={result} className="flex items-center gap-1.5">
          <RunMark result={result} />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The strip is drawn from the runs below it, so that both always say the same. */
function RunList({ automation }: { automation: Automation }) {
  const { id, isActive } = automation;
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(runsQuery(id));
  const runs = data.pages.flatMap(({ reply }) => reply);
  useNewestRun(automation, runs);
  if (runs.length === 0) {
    return (
      <p className="text-sm text-ink-2">
        {`No run yet. The first one ${isActive ? 'follows by itself' : 'starts when you activate this automation'}.`}
      </p>
    );
  }
  const showMore = async () => {
    const { isError } = await fetchNextPage();
    if (isError) showToast({ tone: 'bad', title: loadFailure, description: 'Please try again.' });
  };
  return (
    <>
      <Strip shown={{ recentRuns: outcomesOf(runs), lastRun: runs[0] ?? null }} />
      <ol className="border-t border-line">
        {runs.map((run) => (
          <RunEntry key={run.id} run={run} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          className="justify-self-start"
          pending={isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void showMore()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

/** As many as the strip of a row has, oldest first. */
function outcomesOf(runs: readonly Run[]): Run['outcome'][] {
  return runs
    .slice(0, recentRunsKept)
    .map(({ outcome }) => outcome)
    .reverse();
}

/** The list before its runs are known, as tall as they are. */
function RunsSkeleton({ count }: { count: number }) {
  const places = Array.from({ length: Math.max(count, 1) }, (_, place) => place);
  return (
    <Loading label="Loading the last runs" className="border-t border-line">
      {places.map((place) => (
        <div key={place} className="grid gap-1.5 border-b border-line py-3 last:border-b-0">
          <Skeleton className="h-4 w-44 max-w-full" />
          <Skeleton className="h-3 w-56 max-w-full" />
        </div>
      ))}
    </Loading>
  );
}
