import type { Automation } from '@picksync/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { automationsQuery } from '../../api/automations.queries.ts';

export type SyncCounts = {
  /** Automations that are being synced. */
  syncing: number;
  /** Automations whose sync is queued; the first of them has been since `queuedSince`. */
  queued: number;
  queuedSince: string | null;
  /** Those that wait for Smartsheet, of which the first is tried again at `nextTryAt`. */
  waiting: number;
  nextTryAt: string | null;
  /** Those with an error and those that wait for a review: the figures may come a moment later. */
  errors: number;
  needsReview: number;
};

function countSyncs(automations: readonly Automation[]): SyncCounts {
  const busy = automations.filter(({ syncState }) => syncState !== 'idle');
  const nextTries = busy.flatMap(({ waiting }) => waiting?.nextTryAt ?? []).sort();
  const reviews = automations.filter(
    ({ isActive, lastRun }) => isActive && lastRun?.outcome === 'waiting_review',
  );
  const errors = automations.filter((one) => one.lastError !== null && !reviews.includes(one));
  const syncing = busy.filter(({ syncState }) => syncState === 'running').length;
  return {
    syncing,
    queued: busy.length - nextTries.length - syncing,
    queuedSince: busy.flatMap(({ queuedSince: since }) => since ?? []).sort()[0] ?? null,
    waiting: nextTries.length,
    nextTryAt: nextTries[0] ?? null,
    errors: errors.length,
    needsReview: reviews.length,
  };
}

/** Counts what is being synced, as far as the list has been loaded. */
export function useSyncCounts(): SyncCounts {
  const { data } = useSuspenseInfiniteQuery({
    ...automationsQuery,
    select: ({ pages }) => countSyncs(pages.flatMap(({ reply }) => reply)),
  });
  return data;
}
