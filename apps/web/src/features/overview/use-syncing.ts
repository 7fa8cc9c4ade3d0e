import { useInfiniteQuery } from '@tanstack/react-query';
import { automationsQuery } from '../../api/automations.queries.ts';

/** How many automations are being synced, or wait for it, as far as the list has been loaded. */
export const useSyncing = (): number =>
  useInfiniteQuery({
    ...automationsQuery,
    select: ({ pages }) =>
      pages.flatMap(({ reply }) => reply).filter(({ syncState }) => syncState !== 'idle').length,
  }).data ?? 0;
