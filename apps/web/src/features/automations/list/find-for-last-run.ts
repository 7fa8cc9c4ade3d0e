import type { Automation } from '@picksync/contracts';

/**
 * Returns the automation whose runs tell most of the last read of the source: of those that run, the one with the fewest
 * runs since it had something to do. Where people edit the rows of a destination all day, each edit leaves a run that found
 * nothing, and these crowd out the reads.
 */
export function findForLastRun(automations: readonly Automation[]): Automation | undefined {
  const runsSince = ({ recentRuns }: Automation) =>
    recentRuns.length - 1 - recentRuns.findLastIndex((outcome) => outcome !== 'unchanged');
  return automations
    .filter(({ lastRun }) => lastRun !== null)
    .toSorted(
      (one, other) =>
        Number(other.isActive) - Number(one.isActive) ||
        runsSince(one) - runsSince(other) ||
        (other.lastRun?.at ?? '').localeCompare(one.lastRun?.at ?? ''),
    )[0];
}
