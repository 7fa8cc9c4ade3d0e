import { createRoute } from '@tanstack/react-router';
import { dashboardSearch } from './dashboard-search.ts';
import { followOldLink } from './follow-old-link.ts';
import { pageFor } from './page-for.tsx';
import { dashboardPageOf } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPage } from './session.ts';

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  beforeLoad: ({ location }) => followOldLink(location.searchStr),
  loaderDeps: ({ search: { section } }) => ({ section }),
  loader: ({ context: { queryClient }, deps }) => loadPage({ queryClient, pageOf: dashboardPageOf, ...deps }),
  component: pageFor(dashboardPageOf),
});
