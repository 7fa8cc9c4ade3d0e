import { createRoute } from '@tanstack/react-router';
import { dashboardSearch } from './dashboard-search.ts';
import { pageFor } from './page-for.tsx';
import { getStartPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPublicPage } from './session.ts';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: dashboardSearch,
  loaderDeps: ({ search: { section } }) => ({ section }),
  loader: ({ context: { queryClient }, deps }) =>
    loadPublicPage({ queryClient, getPage: getStartPage, ...deps }),
  component: pageFor(getStartPage),
});
