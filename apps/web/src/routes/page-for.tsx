import type { AuthStatus } from '@picksync/contracts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef } from 'react';
import { recentActivityQuery } from '../api/activity.queries.ts';
import { automationsQuery } from '../api/automations.queries.ts';
import { rulesQuery } from '../api/rules.queries.ts';
import { authStatusQuery } from '../api/session.queries.ts';
import { statsQuery } from '../api/stats.queries.ts';
import { storedToken } from '../stores/session-storage.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import type { LazyPage } from './lazy-page.tsx';
import { PagePending } from './page-pending.tsx';
import { DashboardPage, type SessionPage } from './pages.ts';
import { focusOnceShown } from './use-heading-focus.ts';

/** Returns the component of a route whose page depends on the session. */
export function pageFor({ choose }: SessionPage) {
  return function PageForReader() {
    const { data: status } = useQuery(authStatusQuery);
    const isDrawn = useIsDrawn();
    const Page = choose(status);
    useFocusOnChange(Page);
    return isDrawn ? <Page /> : <PagePending />;
  };
}

/** Moves the focus to the heading when the page at an address changes, as after a login. */
function useFocusOnChange(Page: LazyPage): void {
  const before = useRef(Page);
  useEffect(() => {
    if (before.current === Page) return;
    before.current = Page;
    return focusOnceShown();
  }, [Page]);
}

/**
 * Returns whether the page may be drawn. The first page is drawn just after its skeleton: React renders a deferred
 * value in slices, between which the browser stays responsive.
 */
function useIsDrawn(): boolean {
  const isFirst = useRouter().state.resolvedLocation === undefined;
  return useDeferredValue(true, !isFirst);
}

type Loading = {
  queryClient: QueryClient;
  page: SessionPage;
  /** Starts to load the page's data; called only for users who may see it. */
  prefetch?: () => void;
  /** The section of the dashboard in place of the overview. */
  section?: DashboardSearch['section'];
};

/** Reads the session, loads the right page for it, and starts to load the page's data. */
export async function loadPage({ queryClient, page, prefetch, section }: Loading): Promise<void> {
  // The likely page is loaded at the same time, in another task, because it has many files.
  if (storedToken()) setTimeout(page.signedIn.preload);
  const status = await queryClient.ensureQueryData(authStatusQuery);
  const Page = page.choose(status);
  if (Page === page.signedIn) prefetch?.();
  if (Page === DashboardPage) prefetchDashboard(queryClient, status, section);
  await Page.preload();
}

/** Loads a public page. A visitor without a stored session does not wait for the reply. */
export async function loadPublicPage(loading: Loading): Promise<void> {
  if (storedToken()) return loadPage(loading);
  void loading.queryClient.prefetchQuery(authStatusQuery);
  await loading.page.choose(undefined).preload();
}

/**
 * Starts to load the data of the dashboard while its code is still loading. It is not awaited: each panel shows its own
 * skeleton and its own failure.
 */
function prefetchDashboard(queryClient: QueryClient, status: AuthStatus, section: Loading['section']): void {
  if (section === 'activity') {
    // The log loads its own entries, because it reads its filters from the address.
    void queryClient.prefetchInfiniteQuery(automationsQuery);
    return;
  }
  void queryClient.prefetchQuery(statsQuery);
  if (!status.smartsheetConnected) return;
  void queryClient.prefetchInfiniteQuery(automationsQuery);
  void queryClient.prefetchQuery(rulesQuery);
  void queryClient.prefetchInfiniteQuery(recentActivityQuery);
}
