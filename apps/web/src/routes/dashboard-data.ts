import type { AuthStatus } from '@picksync/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { filteredActivityQuery, recentActivityQuery } from '../api/activity.queries.ts';
import { automationsQuery } from '../api/automations.queries.ts';
import { statsQuery } from '../api/stats.queries.ts';
import { type ActivitySearch, activitySearch } from '../features/activity/activity-search.ts';
import type { DashboardSearch } from './dashboard-search.ts';

/** What of the address decides what is loaded. */
export type DashboardView = ActivitySearch & Pick<DashboardSearch, 'section'>;

/** Reads it from an address in which anything may stand. */
export function dashboardView(search: DashboardSearch): DashboardView {
  return search.section === 'activity' ? { section: 'activity', ...activitySearch(search) } : {};
}

type Shown = { status: AuthStatus; view: DashboardView };

/**
 * Starts to load what the dashboard shows, while its code is still on the way. Nobody waits for it here: each panel
 * shows its skeleton until its own data is there, and its own failure.
 */
export function prefetchDashboard(queryClient: QueryClient, { status, view }: Shown): void {
  const { section, pages = 1, ...filter } = view;
  if (section === 'activity') {
    void queryClient.prefetchInfiniteQuery({ ...filteredActivityQuery(filter), pages });
    void queryClient.prefetchInfiniteQuery(automationsQuery);
    return;
  }
  void queryClient.prefetchQuery(statsQuery);
  if (!status.smartsheetConnected) return;
  void queryClient.prefetchInfiniteQuery(automationsQuery);
  void queryClient.prefetchInfiniteQuery(recentActivityQuery);
}
