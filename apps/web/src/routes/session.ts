import type { QueryClient } from '@tanstack/react-query';
import { authStatusQuery } from '../api/session.queries.ts';
import { storedToken } from '../stores/session-storage.ts';
import { prefetchDashboard } from './dashboard-data.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import type { LazyPage } from './lazy-page.tsx';
import { DashboardPage, type PageOf } from './pages.ts';

type Loading = {
  queryClient: QueryClient;
  pageOf: PageOf;
  /** The page of whoever is signed in. */
  likely?: LazyPage;
  /** Starts to load what the page shows; it is called for whoever may see it. */
  prefetch?: () => void;
  /** What the dashboard shows in place of the overview. */
  section?: DashboardSearch['section'];
};

/** Asks who is signed in, fetches the page that is right for them, and starts to load what it shows. */
export async function loadPage({
  queryClient,
  pageOf,
  likely = DashboardPage,
  prefetch,
  section,
}: Loading): Promise<void> {
  // The likely page comes at the same time, asked for in another task: it is many files.
  if (storedToken()) setTimeout(likely.preload);
  const status = await queryClient.ensureQueryData(authStatusQuery);
  const page = pageOf(status);
  if (page === likely) prefetch?.();
  if (page === DashboardPage) prefetchDashboard(queryClient, { status, section });
  await page.preload();
}

/** A visitor with no trace of a session need not wait for the answer to be shown the public page. */
export async function loadPublicPage(loading: Loading): Promise<void> {
  if (storedToken()) return loadPage(loading);
  void loading.queryClient.prefetchQuery(authStatusQuery);
  await loading.pageOf(undefined).preload();
}
