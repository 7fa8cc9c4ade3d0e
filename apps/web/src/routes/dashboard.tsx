import { createRoute, redirect } from '@tanstack/react-router';
import { dashboardSearch } from './dashboard-search.ts';
import { pageFor } from './page-for.tsx';
import { getDashboardPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPage } from './session.ts';

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

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  beforeLoad: ({ location }) => followOldLink(location.searchStr),
  loaderDeps: ({ search: { section } }) => ({ section }),
  loader: ({ context: { queryClient }, deps }) =>
    loadPage({ queryClient, getPage: getDashboardPage, ...deps }),
  component: pageFor(getDashboardPage),
});
