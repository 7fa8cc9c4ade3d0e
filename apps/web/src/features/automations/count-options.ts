import type { Automation } from '@picksync/contracts';

/** Returns how many options the last run found or wrote; null when it failed before it knew. */
export function countOptions({ lastRun }: Pick<Automation, 'lastRun'>): number | null {
  return lastRun && lastRun.outcome !== 'failed' ? lastRun.optionCount : null;
}
