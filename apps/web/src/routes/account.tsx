import { createRoute } from '@tanstack/react-router';
import { pageFor } from './page-for.tsx';
import { AccountPage, getAccountPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPage } from './session.ts';

/** The tab or section to show. */
type AccountSearch = { section?: string };

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  validateSearch: ({ section }): AccountSearch => (typeof section === 'string' ? { section } : {}),
  loader: ({ context: { queryClient } }) =>
    loadPage({ queryClient, getPage: getAccountPage, likely: AccountPage }),
  component: pageFor(getAccountPage),
});
