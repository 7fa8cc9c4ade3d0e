import { type Automation, type Run, runsKept } from '@picksync/contracts';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { runsQuery } from '../../../api/automations.queries.ts';
import { ActivateButton } from '../list/use-automation-actions.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { ComingRun, FirstRuns } from './first-runs.tsx';
import { LoadedPanel, PagePanel, PanelButton } from './page-panel.tsx';
import { OutcomeMark } from './run-mark.tsx';
import { RunPicture } from './run-picture.tsx';
import { groupRuns, RunTable } from './run-table.tsx';

/** The last runs: as a picture, and one by one. */
export function RunsPanel({ automation }: { automation: Automation }) {
  return (
    <LoadedPanel
      frame={Frame}
      loading="Loading the last runs"
      skeleton={
        <>
          <Skeleton className="h-32" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-2/3" />
        </>
      }
      failure="Failed to load the last runs"
    >
      <Runs automation={automation} />
    </LoadedPanel>
  );
}

function Frame({ count = runsKept, children }: { count?: number; children: ReactNode }) {
  return (
    <PagePanel
      title={count < drawnFrom ? 'Runs' : `Last ${count} runs`}
      note={count >= drawnFrom && <Legend />}
    >
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

function Runs({ automation }: { automation: Automation }) {
  const { data } = useSuspenseInfiniteQuery(runsQuery(automation.id));
  const runs = data.pages.flatMap(({ reply }) => reply).slice(0, runsKept);
  useNewestRun(automation, runs);
  if (runs.length === 0) return <NoRuns automation={automation} />;
  return (
    <Frame count={runs.length}>
      <LastRuns runs={runs} />
    </Frame>
  );
}

function NoRuns({ automation }: { automation: Automation }) {
  const isReadOnly = useReadOnly();
  const { isActive } = automation;
  if (isActive && !isReadOnly)
    return (
      <PagePanel title="Runs">
        <ComingRun automation={automation} />
      </PagePanel>
    );
  return (
    <PagePanel title="Runs">
      <div className="grid justify-items-start gap-3 px-4 pb-4 md:px-5">
        <p className="text-sm text-ink-2">
          {isActive
            ? 'No run yet. The first one starts when Smartsheet is connected again.'
            : 'No run yet. The first one starts when you activate this automation.'}
        </p>
        {!isActive && !isReadOnly && <ActivateButton automation={automation} variant="primary" />}
      </div>
    </PagePanel>
  );
}

/** How many groups of runs are listed at first. */
const listedAtFirst = 5;

/** Fewer runs tell more one by one than side by side. */
const drawnFrom = 5;

/** Runs as a picture, and below it one by one; as sentences while there are few. */
function LastRuns({ runs }: { runs: readonly Run[] }) {
  const [isWhole, setWhole] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = groupRuns(runs);
  if (runs.length < drawnFrom) return <FirstRuns groups={groups} />;
  const isShort = !isWhole && (groups.length > listedAtFirst || groups.length < runs.length);
  const shown = isWhole ? runs.map((run) => ({ newest: run, runs: [run] })) : groups.slice(0, listedAtFirst);
  return (
    <>
      <RunPicture
        runs={runs}
        onChoose={(run) => {
          setWhole(true);
          setChosen(run.id);
        }}
      />
      <RunTable groups={shown} chosen={runs.find(({ id }) => id === chosen) ?? null} />
      {(isShort || isWhole) && (
        <div className="border-t border-line px-4 py-2 md:px-5">
          <PanelButton onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${runs.length} runs`}
          </PanelButton>
        </div>
      )}
    </>
  );
}

/** Loads the runs again when the automation has a newer one: it may have ended while they were loading. */
function useNewestRun({ id, lastRun }: Automation, runs: readonly Run[]): void {
  const queryClient = useQueryClient();
  const at = lastRun?.at;
  const isBehind = at !== undefined && (runs[0]?.at ?? '') < at;
  useEffect(() => {
    // Once for each run: older ones than that are not waited for.
    if (isBehind && at) void queryClient.invalidateQueries({ queryKey: runsQuery(id).queryKey });
  }, [id, at, isBehind, queryClient]);
}
