import type { QueryClient } from '@tanstack/react-query';
import { automationsQuery } from '../api/automations.queries.ts';
import { rulesQuery } from '../api/rules.queries.ts';
import { savedViewsQuery } from '../api/saved-views.queries.ts';
import { statsQuery } from '../api/stats.queries.ts';
import { type ListSearch, listSearch } from '../features/automations/list/list-search.ts';

/** Loads what the page of the list shows. Returns the view that its user has chosen to open it with; null for the usual one. */
export async function loadList(queryClient: QueryClient): Promise<ListSearch | null> {
  void queryClient.prefetchQuery(statsQuery);
  void queryClient.prefetchInfiniteQuery(automationsQuery);
  void queryClient.prefetchQuery(rulesQuery);
  const views = await queryClient.ensureQueryData(savedViewsQuery);
  const first = views.find(({ isDefault }) => isDefault);
  return first ? listSearch(first.search) : null;
}
