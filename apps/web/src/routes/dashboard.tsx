import { useQuery } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { dashboardSearch } from './dashboard-search.ts';
import { PagePending } from './page-pending.tsx';
import { dashboardPageOf, SessionError } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPage } from './session.ts';

function Dashboard() {
  const { data: status } = useQuery(authStatusQuery);
  const Page = dashboardPageOf(status);
  return <Page />;
}

export const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  loaderDeps: ({ search: { section } }) => ({ section }),
  loader: ({ context: { queryClient }, deps }) => loadPage({ queryClient, pageOf: dashboardPageOf, ...deps }),
  component: Dashboard,
  pendingComponent: PagePending,
  errorComponent: SessionError,
});
