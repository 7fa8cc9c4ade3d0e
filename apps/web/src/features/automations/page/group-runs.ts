import type { Run } from '@picksync/contracts';

/** Consecutive runs with the same outcome; runs that changed something are groups of one. */
export type RunGroup = { newest: Run; runs: readonly Run[] };

function isAlike(one: Run, other: Run): boolean {
  if (one.outcome !== other.outcome || one.outcome === 'changed') return false;
  return one.outcome === 'unchanged' || one.details === other.details;
}

/** Returns runs in groups, in their order. */
export function groupRuns(runs: readonly Run[]): RunGroup[] {
  const groups: { newest: Run; runs: Run[] }[] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && isAlike(last.newest, run)) last.runs.push(run);
    else groups.push({ newest: run, runs: [run] });
  }
  return groups;
}
