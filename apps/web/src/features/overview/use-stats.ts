import type { Stats } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../api/stats.queries.ts';

/** A sweep takes a moment, and clocks differ. */
const graceMs = 10_000;
const overdueMs = 60_000;

/** How long until the figures tell of another sweep; `false` while there is none to come. */
export const msUntilSwept = (stats: Stats | undefined, now: number): number | false => {
  if (!stats?.nextSweepAt) return false;
  const left = new Date(stats.nextSweepAt).getTime() + graceMs - now;
  return left > 0 ? left : overdueMs;
};

/** The user's figures; asked for again after each sweep, so that “Checked 3 min ago” stays true. */
export const useStats = () =>
  useQuery({ ...statsQuery, refetchInterval: ({ state }) => msUntilSwept(state.data, Date.now()) });
