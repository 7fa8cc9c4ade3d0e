import type { QueryClient } from '@tanstack/react-query';
import { authStatusQuery } from '../api/session.queries.ts';
import { storedToken } from '../stores/session-storage.ts';
import { DashboardPage, type PageOf } from './pages.ts';

type Loading = { queryClient: QueryClient; pageOf: PageOf };

/** Asks who is signed in and fetches the page that is right for them; the likely one at the same time. */
export async function loadPage({ queryClient, pageOf }: Loading): Promise<void> {
  // If it cannot be fetched, that shows when the page itself is asked for.
  if (storedToken()) DashboardPage.preload().catch(() => undefined);
  const status = await queryClient.ensureQueryData(authStatusQuery);
  await pageOf(status).preload();
}

/** A visitor with no trace of a session need not wait for the answer to be shown the public page. */
export async function loadPublicPage(loading: Loading): Promise<void> {
  if (storedToken()) return loadPage(loading);
  void loading.queryClient.prefetchQuery(authStatusQuery);
  await loading.pageOf(undefined).preload();
}
