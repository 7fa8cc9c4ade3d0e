import type { Automation } from '@picksync/contracts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { automationsQuery } from '../../api/automations.queries.ts';

/** `syncing`: automations that are being synced or about to be. `waiting`: those that wait for Smartsheet. */
export type SyncCounts = { syncing: number; waiting: number };

function countSyncs(automations: readonly Automation[]): SyncCounts {
  const busy = automations.filter(({ syncState }) => syncState !== 'idle');
  const waiting = busy.filter((automation) => automation.waiting !== null).length;
  return { syncing: busy.length - waiting, waiting };
}

/** Counts what is being synced, as far as the list has been loaded. */
export function useSyncCounts(): SyncCounts {
  const { data } = useSuspenseInfiniteQuery({
    ...automationsQuery,
    select: ({ pages }) => countSyncs(pages.flatMap(({ reply }) => reply)),
  });
  return data;
}
