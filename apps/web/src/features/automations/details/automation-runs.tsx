import { type Automation, type Run, recentRunsKept } from '@picksync/contracts';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { runsQuery } from '../../../api/runs.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangeChips } from '../../../ui/change-chips.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { RunMark } from '../../../ui/run-strip.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { RecentRuns, runLooks } from '../list/recent-runs.tsx';

const loadFailure = 'Failed to load the last runs';

/** The last runs: as a strip with its legend, and one by one. */
export function AutomationRuns({ automation }: { automation: Automation }) {
  const asListed = (children: ReactNode) => (
    <>
      <Strip shown={automation} />
      {children}
    </>
  );
  return (
    <section aria-labelledby="automation-runs" className="grid gap-2">
      <h3 id="automation-runs" className="font-bold">
        Last runs
      </h3>
      <PanelBoundary
        skeleton={asListed(<RunsSkeleton count={automation.recentRuns.length} />)}
        failure={(retry) => asListed(<ErrorState message={loadFailure} onRetry={retry} />)}
      >
        <RunList automation={automation} />
      </PanelBoundary>
    </section>
  );
}

function Strip({ shown }: { shown: ComponentProps<typeof RecentRuns>['automation'] }) {
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

/** Loads the runs again when the automation knows of a newer one: it may have ended while they were on their way. */
function useNewestRun({ id, lastRun }: Automation, runs: readonly Run[]): void {
  const queryClient = useQueryClient();
  const at = lastRun?.at;
  const isBehind = at !== undefined && (runs[0]?.at ?? '') < at;
  useEffect(() => {
    // Once for each run: older ones than that are not waited for.
    if (isBehind && at) void queryClient.invalidateQueries({ queryKey: runsQuery(id).queryKey });
  }, [id, at, isBehind, queryClient]);
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

const triggers: Record<Run['trigger'], string> = {
  user: 'Asked for by you',
  automatic: 'Automatic',
  pause: 'Paused itself',
};

function seconds(ms: number): string {
  return ms < 100 ? 'under 0.1 s' : `${(ms / 1000).toFixed(1)} s`;
}

/** A run: how it ended, what it changed, when it was, who asked for it. */
function RunEntry({ run }: { run: Run }) {
  const { result, label } = runLooks[run.outcome];
  const facts = [
    triggers[run.trigger],
    ...(run.optionCount === null ? [] : [run.optionCount === 1 ? '1 option' : `${run.optionCount} options`]),
    seconds(run.durationMs),
  ];
  const isTold = run.outcome === 'failed' || run.outcome === 'waiting_review';
  return (
    <li className="grid grid-cols-[5px_minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2.5 text-sm last:border-b-0">
      <span className="mt-1">
        <RunMark result={result} />
      </span>
      <div className="min-w-0">
        <p>
          {label} {run.outcome === 'changed' && <ChangeChips added={run.added} removed={run.removed} />}
        </p>
        <p className="tabular text-xs text-ink-3">{facts.join(', ')}</p>
        {isTold && run.details && <p className="text-xs text-pretty text-ink-2">{run.details}</p>}
      </div>
      <time dateTime={run.at} className="tabular text-xs whitespace-nowrap text-ink-3">
        {formatMoment(run.at)}
      </time>
    </li>
  );
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
