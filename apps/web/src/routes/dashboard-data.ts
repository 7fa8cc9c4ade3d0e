import type { AuthStatus } from '@picksync/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { recentActivityQuery } from '../api/activity.queries.ts';
import { automationsQuery } from '../api/automations.queries.ts';
import { statsQuery } from '../api/stats.queries.ts';
import type { DashboardSearch } from './dashboard-search.ts';

type Shown = { status: AuthStatus; section: DashboardSearch['section'] };

/**
 * Starts to load the data of the dashboard while its code is still loading. It is not awaited: each panel shows its own
 * skeleton and its own failure.
 */
export function prefetchDashboard(queryClient: QueryClient, { status, section }: Shown): void {
  if (section === 'activity') {
    // The log loads its own entries, because it reads its filters from the address.
    void queryClient.prefetchInfiniteQuery(automationsQuery);
    return;
  }
  void queryClient.prefetchQuery(statsQuery);
  if (!status.smartsheetConnected) return;
  void queryClient.prefetchInfiniteQuery(automationsQuery);
  void queryClient.prefetchInfiniteQuery(recentActivityQuery);
}
