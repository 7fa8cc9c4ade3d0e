import type { Stats } from '@picksync/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { statsQuery } from '../../api/stats.queries.ts';

/** Extra time, because a sweep takes a moment, and clocks differ. */
const graceMs = 10_000;
const overdueMs = 60_000;

/** Returns how long until the figures have another sweep; `false` when none is planned. */
export function msUntilSwept(stats: Stats | undefined, now: number): number | false {
  if (!stats?.nextSweepAt) return false;
  const left = new Date(stats.nextSweepAt).getTime() + graceMs - now;
  return left > 0 ? left : overdueMs;
}

/** Returns the user's figures, loaded again after each sweep, so that “Checked 3 min ago” stays true. */
export function useStats(): Stats {
  return useSuspenseQuery({
    ...statsQuery,
    refetchInterval: ({ state }) => msUntilSwept(state.data, Date.now()),
  }).data;
}
