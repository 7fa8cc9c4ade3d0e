import type { Automation } from '@picksync/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { automationsQuery } from '../../api/automations.queries.ts';

/**
 * `syncing`: automations that are being synced or about to be. `waiting`: those that wait for Smartsheet, of which the first
 * is tried again at `nextTryAt`.
 */
export type SyncCounts = { syncing: number; waiting: number; nextTryAt: string | null };

function countSyncs(automations: readonly Automation[]): SyncCounts {
  const busy = automations.filter(({ syncState }) => syncState !== 'idle');
  const nextTries = busy.flatMap(({ waiting }) => waiting?.nextTryAt ?? []).sort();
  return {
    syncing: busy.length - nextTries.length,
    waiting: nextTries.length,
    nextTryAt: nextTries[0] ?? null,
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
