import { useQueryClient } from '@tanstack/react-query';
import { filteredActivityQuery } from '../../api/activity.queries.ts';
import { useOfflineAsOf } from '../../api/use-offline-as-of.ts';
import { formatTime } from '../../ui/dates.ts';
import { useActivitySearch } from './use-activity-search.ts';

/** Says how old the log is while it cannot be loaded again. */
export function OfflineNote() {
  const { filter } = useActivitySearch();
  // Following the query would create it before the log has said how many pages to load.
  const loaded = useQueryClient().getQueryState(filteredActivityQuery(filter).queryKey);
  const offlineAsOf = useOfflineAsOf(loaded?.dataUpdatedAt ?? 0);
  return loaded?.data && offlineAsOf && `Offline, as of ${formatTime(offlineAsOf.toISOString())}. `;
}
