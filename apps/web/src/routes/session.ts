import type { QueryClient } from '@tanstack/react-query';
import { authStatusQuery } from '../api/session.queries.ts';
import { storedToken } from '../stores/session-storage.ts';
import { prefetchDashboard } from './dashboard-data.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import type { LazyPage } from './lazy-page.tsx';
import { DashboardPage, type PageOf } from './pages.ts';

type Loading = {
  queryClient: QueryClient;
  getPage: PageOf;
  /** The page for signed-in users. */
  likely?: LazyPage;
  /** Starts to load the page's data; called only for users who may see it. */
  prefetch?: () => void;
  /** The section of the dashboard in place of the overview. */
  section?: DashboardSearch['section'];
};

/** Reads the session, loads the right page for it, and starts to load the page's data. */
export async function loadPage({
  queryClient,
  getPage,
  likely = DashboardPage,
  prefetch,
  section,
}: Loading): Promise<void> {
  // The likely page is loaded at the same time, in another task, because it has many files.
  if (storedToken()) setTimeout(likely.preload);
  const status = await queryClient.ensureQueryData(authStatusQuery);
  const page = getPage(status);
  if (page === likely) prefetch?.();
  if (page === DashboardPage) prefetchDashboard(queryClient, { status, section });
  await page.preload();
}

/** Loads a public page. A visitor without a stored session does not wait for the reply. */
export async function loadPublicPage(loading: Loading): Promise<void> {
  if (storedToken()) return loadPage(loading);
  void loading.queryClient.prefetchQuery(authStatusQuery);
  await loading.getPage(undefined).preload();
}
