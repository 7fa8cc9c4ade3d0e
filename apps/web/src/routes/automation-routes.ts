import { createRoute, redirect } from '@tanstack/react-router';
import { automationQuery, runsQuery } from '../api/automations.queries.ts';
import { dashboardSearch } from './dashboard-search.ts';
import { loadPage, loadPublicPage, pageFor } from './page-for.tsx';
import { automationPage, dashboardPage, reviewPage, startPage } from './pages.ts';
import { rootRoute } from './root.tsx';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: dashboardSearch,
  loaderDeps: ({ search: { section } }) => ({ section }),
  loader: ({ context: { queryClient }, deps }) => loadPublicPage({ queryClient, page: startPage, ...deps }),
  component: pageFor(startPage),
});

/**
 * Redirects addresses in mails of earlier versions, in which automations had dialogs above the dashboard instead of
 * pages.
 */
function followOldLink(searchStr: string): void {
  const search = new URLSearchParams(searchStr);
  const id = search.get('automation');
  const dialog = search.get('dialog');
  if (!id || (dialog !== 'details' && dialog !== 'review')) return;
  const to = dialog === 'review' ? '/automations/$id/review' : '/automations/$id';
  throw redirect({ to, params: { id }, replace: true });
}

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  beforeLoad: ({ location }) => followOldLink(location.searchStr),
  loaderDeps: ({ search: { section } }) => ({ section }),
  loader: ({ context: { queryClient }, deps }) => loadPage({ queryClient, page: dashboardPage, ...deps }),
  component: pageFor(dashboardPage),
});

/** The dialog above the page, and the field of the form that gets the focus. */
type AutomationSearch = { dialog?: 'edit' | 'delete' | 'destinations'; field?: string };

/** Validates the parameters of the address; any others are dropped. */
function automationSearch({ dialog, field }: Record<string, unknown>): AutomationSearch {
  if (dialog !== 'edit' && dialog !== 'delete' && dialog !== 'destinations') return {};
  return { dialog, ...(typeof field === 'string' && { field }) };
}

/** One automation in full. */
const automationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/automations/$id',
  validateSearch: automationSearch,
  loader: ({ context: { queryClient }, params: { id } }) =>
    loadPage({
      queryClient,
      page: automationPage,
      prefetch: () => {
        void queryClient.prefetchQuery(automationQuery(id));
        void queryClient.prefetchInfiniteQuery(runsQuery(id));
      },
    }),
  component: pageFor(automationPage),
});

/** The review of a stopped sync. Opening it changes nothing. */
const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/automations/$id/review',
  loader: ({ context: { queryClient }, params: { id } }) => {
    const prefetch = () => void queryClient.prefetchQuery(automationQuery(id));
    return loadPage({ queryClient, page: reviewPage, prefetch });
  },
  component: pageFor(reviewPage),
});

/** The start page, the dashboard with all automations, and the pages of one. */
export const automationRoutes = [homeRoute, dashboardRoute, automationRoute, reviewRoute] as const;
