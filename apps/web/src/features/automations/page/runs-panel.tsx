import {
  type Automation,
  isolated,
  type ListNoun,
  pluralize,
  type Run,
  runsKept,
  toListNoun,
} from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { runsQuery } from '../../../api/automations.queries.ts';
import { ActivateButton } from '../list/use-automation-actions.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { ComingRun, FirstRuns } from './first-runs.tsx';
import { OutcomeMark } from './outcome-mark.tsx';
import { LoadedPanel, PagePanel, PanelButton } from './page-panel.tsx';
import { RunPicture } from './run-picture.tsx';
import { groupRuns, RunTable } from './run-table.tsx';
import { usePageLinks } from './use-page-links.ts';

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

type FrameProps = { count?: number; copies?: string | null; children: ReactNode };

function Frame({ count = runsKept, copies = null, children }: FrameProps) {
  return (
    <PagePanel
      title={count < drawnFrom ? 'Runs' : `Last ${count} runs`}
      note={count >= drawnFrom && <Legend />}
      actions={copies && <p className="tabular text-xs text-ink-2 [overflow-wrap:anywhere]">{copies}</p>}
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
    <Frame count={runs.length} copies={copiesText(automation)}>
      <LastRuns automation={automation} runs={runs} />
      {lacksCopies(automation, runs) && <NoCopies noun={toListNoun(automation)} />}
    </Frame>
  );
}

/** Returns how many copies there are, and where; null where there are none. */
function copiesText({ copyCount = 0, sheetName }: Automation): string | null {
  return copyCount === 0 ? null : `${pluralize(copyCount, 'copy', 'copies')} in ${isolated(sheetName)}`;
}

/** Returns whether a run has removed options, and none that follows can be undone. */
function lacksCopies({ keepCopies }: Automation, runs: readonly Run[]): boolean {
  return !keepCopies && runs.some(({ outcome, removed }) => outcome === 'changed' && removed > 0);
}

/** Leads to the setting, which says where copies go and who can read them. */
function NoCopies({ noun }: { noun: ListNoun }) {
  const isReadOnly = useReadOnly();
  const { edit } = usePageLinks();
  return (
    <section
      aria-label="No copies are kept"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3.5 text-sm md:px-5"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-semi">No copies are kept</h3>
        <p className="text-xs text-pretty text-ink-2">
          {`Turn them on, and from then on each run that removes ${noun}s can be undone.`}
        </p>
      </div>
      {!isReadOnly && <Button onClick={() => edit('keepCopies')}>Keep copies</Button>}
    </section>
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

/** Returns the copy that was put back last, if that was the last time that the dropdown was written. */
function findRestored(runs: readonly Run[]): string | null {
  if (runs.find(({ outcome }) => outcome === 'changed')?.trigger !== 'restore') return null;
  const [last] = runs
    .flatMap(({ copy }) => (copy?.restoredAt ? [{ id: copy.id, at: copy.restoredAt }] : []))
    .toSorted((one, other) => other.at.localeCompare(one.at));
  return last?.id ?? null;
}

/** Runs as a picture, and below it one by one; as sentences while there are few and no list before one is kept. */
function LastRuns({ automation, runs }: { automation: Automation; runs: readonly Run[] }) {
  const [isWhole, setWhole] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = groupRuns(runs);
  const noun = toListNoun(automation);
  if (runs.length < drawnFrom && !runs.some(({ copy }) => copy))
    return <FirstRuns groups={groups} noun={noun} />;
  const isShort = !isWhole && (groups.length > listedAtFirst || groups.length < runs.length);
  const shown = isWhole ? runs.map((run) => ({ newest: run, runs: [run] })) : groups.slice(0, listedAtFirst);
  return (
    <>
      {runs.length >= drawnFrom && (
        <RunPicture
          runs={runs}
          noun={noun}
          onChoose={(run) => {
            setWhole(true);
            setChosen(run.id);
          }}
        />
      )}
      <RunTable
        automation={automation}
        groups={shown}
        hasCopies={automation.keepCopies || runs.some(({ copy }) => copy)}
        restoredCopy={findRestored(runs)}
        chosen={runs.find(({ id }) => id === chosen) ?? null}
      />
      {(isShort || isWhole) && runs.length > 1 && (
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
