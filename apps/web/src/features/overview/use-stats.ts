import type { Automation, Stats } from '@picksync/contracts';
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { automationsQuery } from '../../api/automations.queries.ts';
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

function countSyncs(automations: readonly Automation[]) {
  const busy = automations.filter(({ syncState }) => syncState !== 'idle');
  const nextTries = busy.flatMap(({ waiting }) => waiting?.nextTryAt ?? []).sort();
  const reviews = automations.filter(
    ({ isActive, lastRun }) => isActive && lastRun?.outcome === 'waiting_review',
  );
  const errors = automations.filter((one) => one.lastError !== null && !reviews.includes(one));
  const syncing = busy.filter(({ syncState }) => syncState === 'running').length;
  return {
    /** Automations that are being synced. */
    syncing,
    /** Automations whose sync is queued; the first of them has been since `queuedSince`. */
    queued: busy.length - nextTries.length - syncing,
    queuedSince: busy.flatMap(({ queuedSince: since }) => since ?? []).sort()[0] ?? null,
    /** Those that wait for Smartsheet, of which the first is tried again at `nextTryAt`. */
    waiting: nextTries.length,
    nextTryAt: nextTries[0] ?? null,
    /** Those with an error and those that wait for a review: the figures may come a moment later. */
    errors: errors.length,
    needsReview: reviews.length,
  };
}

export type SyncCounts = ReturnType<typeof countSyncs>;

/** Counts what is being synced, as far as the list has been loaded. */
export function useSyncCounts(): SyncCounts {
  const { data } = useSuspenseInfiniteQuery({
    ...automationsQuery,
    select: ({ pages }) => countSyncs(pages.flatMap(({ reply }) => reply)),
  });
  return data;
}
