import type { Run } from '@picksync/contracts';
import { useState } from 'react';
import { groupRuns } from './group-runs.ts';
import { PanelButton } from './page-panel.tsx';
import { RunPicture } from './run-picture.tsx';
import { RunTable } from './run-table.tsx';

/** How many groups of runs are listed at first. */
const listedAtFirst = 5;

/** Runs as a picture, and below it one by one. One run alone needs no picture. */
export function LastRuns({ runs }: { runs: readonly Run[] }) {
  const [isWhole, setWhole] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = groupRuns(runs);
  const isShort = !isWhole && (groups.length > listedAtFirst || groups.length < runs.length);
  const shown = isWhole ? runs.map((run) => ({ newest: run, runs: [run] })) : groups.slice(0, listedAtFirst);
  return (
    <>
      {runs.length > 1 && (
        <RunPicture
          runs={runs}
          onChoose={(run) => {
            setWhole(true);
            setChosen(run.id);
          }}
        />
      )}
      <RunTable groups={shown} chosen={runs.find(({ id }) => id === chosen) ?? null} />
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
