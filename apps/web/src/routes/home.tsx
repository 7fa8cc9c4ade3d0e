import { useQuery } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { dashboardSearch } from './dashboard-search.ts';
import { PagePending } from './page-pending.tsx';
import { SessionError, startPageOf } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPublicPage } from './session.ts';

function Home() {
  const { data: status } = useQuery(authStatusQuery);
  const Page = startPageOf(status);
  return <Page />;
}

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: dashboardSearch,
  loaderDeps: ({ search: { section } }) => ({ section }),
  loader: ({ context: { queryClient }, deps }) =>
    loadPublicPage({ queryClient, pageOf: startPageOf, ...deps }),
  component: Home,
  pendingComponent: PagePending,
  errorComponent: SessionError,
});
