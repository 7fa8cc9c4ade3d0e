import type { QueryClient } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { automationQuery, changesQuery, runsQuery } from '../api/automations.queries.ts';
import { type AutomationDialog, findAutomationDialog } from '../features/automations/automation-dialogs.ts';
import { type ListSearch, listSearch } from '../features/automations/list/list-search.ts';
import { storedToken } from '../stores/session-storage.ts';
import { type DialogSearch, dashboardSearch, dialogSearch } from './dashboard-search.ts';
import { loadPage, loadPublicPage, pageFor } from './page-for.tsx';
import {
  automationPage,
  configurationsPage,
  dashboardPage,
  restorePage,
  reviewPage,
  rulePage,
  type SessionPage,
  startPage,
} from './pages.ts';
import { rootRoute } from './root.tsx';

type Search = Readonly<Record<string, unknown>>;

/** Validates the parameters of the address; any others are dropped. */
function configurationsSearch(search: Search): ListSearch & DialogSearch {
  return { ...listSearch(search), ...dialogSearch(search) };
}

function toConfigurations(search: Search) {
  return redirect({ to: '/configurations', search: configurationsSearch(search), replace: true });
}

/** Returns whether an address says nothing about the view of the list. */
function isPlain(search: Search): boolean {
  return Object.keys(listSearch(search)).length === 0;
}

/** Redirects addresses of earlier versions, in which the list with its search and filters stood on the dashboard. */
function followListLink(search: Search): void {
  if (search.section === 'activity' || isPlain(search)) return;
  throw toConfigurations(search);
}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: dashboardSearch,
  beforeLoad: ({ location }) => {
    if (storedToken()) followListLink(location.search);
  },
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
  beforeLoad: ({ location }) => {
    followOldLink(location.searchStr);
    followListLink(location.search);
  },
  loaderDeps: ({ search: { section } }) => ({ section }),
  loader: ({ context: { queryClient }, deps }) => loadPage({ queryClient, page: dashboardPage, ...deps }),
  component: pageFor(dashboardPage),
});

const configurationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/configurations',
  validateSearch: configurationsSearch,
  // A view that is chosen on the page stands in the address, and is no reason to load the page: while that is pending, a
  // skeleton would take the place of what is open.
  shouldReload: ({ location }) => isPlain(location.search) || undefined,
  loader: async ({ context: { queryClient }, location }) => {
    let first: Promise<ListSearch | null> = Promise.resolve(null);
    const prefetch = () => {
      // Without the saved views the list opens as usual.
      first = import('./load-list.ts').then(({ loadList }) => loadList(queryClient)).catch(() => null);
    };
    await loadPage({ queryClient, page: configurationsPage, prefetch });
    const view = isPlain(location.search) ? await first : null;
    if (view) throw toConfigurations({ ...location.search, ...view });
  },
  component: pageFor(configurationsPage),
});

/** The dialog above the page, and the field of the form that gets the focus. */
type AutomationSearch = {
  dialog?: AutomationDialog | 'activate';
  field?: string;
  /** The change that the form is opened to undo. */
  undo?: string;
};

/** Validates the parameters of the address; any others are dropped. */
function automationSearch({ dialog: named, field, undo }: Record<string, unknown>): AutomationSearch {
  const dialog = named === 'activate' ? named : findAutomationDialog(named);
  if (dialog === undefined) return {};
  return {
    dialog,
    ...(typeof field === 'string' && { field }),
    ...(typeof undo === 'string' && { undo }),
  };
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
        void queryClient.prefetchInfiniteQuery(changesQuery(id));
      },
    }),
  component: pageFor(automationPage),
});

type Loading = { context: { queryClient: QueryClient }; params: { id: string } };

/** Loads a page on which something of an automation is decided. */
function loadLonePage(page: SessionPage, { context: { queryClient }, params: { id } }: Loading) {
  const prefetch = () => void queryClient.prefetchQuery(automationQuery(id));
  return loadPage({ queryClient, page, prefetch });
}

/** The review of a stopped sync. Opening it changes nothing. */
const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/automations/$id/review',
  loader: (loading) => loadLonePage(reviewPage, loading),
  component: pageFor(reviewPage),
});

/** What it would mean to go back to the list before a run. Opening it changes nothing. */
const restoreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/automations/$id/restore/$copy',
  loader: (loading) => loadLonePage(restorePage, loading),
  component: pageFor(restorePage),
});

/** A rule in full: a list that feeds every sheet of a folder. */
const ruleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rules/$id',
  loader: ({ context: { queryClient } }) => loadPage({ queryClient, page: rulePage }),
  component: pageFor(rulePage),
});

/** The start page, the dashboard, the list of all automations, and the pages of one. */
export const automationRoutes = [
  homeRoute,
  dashboardRoute,
  configurationsRoute,
  automationRoute,
  reviewRoute,
  restoreRoute,
  ruleRoute,
] as const;
