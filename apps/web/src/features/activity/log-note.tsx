import { useQueryClient } from '@tanstack/react-query';
import { filteredActivityQuery } from '../../api/activity.queries.ts';
import { useOfflineSince } from '../../api/reachable.ts';
import { formatRecent } from '../../ui/dates.ts';
import { useActivitySearch } from './activity-search.ts';
import { useShortLog } from './use-short-log.ts';

/** Says how far the log reaches, and how old it is while it cannot be loaded again. */
export function LogNote() {
  const { filter } = useActivitySearch();
  const isShort = useShortLog();
  // Following the query would create it before the log has said how many pages to load.
  const loaded = useQueryClient().getQueryState(filteredActivityQuery(filter).queryKey);
  const offlineAsOf = useOfflineSince(loaded?.dataUpdatedAt ?? 0);
  const isOffline = loaded?.data !== undefined && offlineAsOf !== null;
  return (
    <>
      {isOffline && `Offline, as of ${formatRecent(offlineAsOf.toISOString(), new Date())}. `}
      {isShort ? 'The eight newest entries. ' : 'The last 90 days. '}
    </>
  );
}
