import type { Automation } from '@picksync/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { automationsQuery } from '../../api/automations.queries.ts';

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
