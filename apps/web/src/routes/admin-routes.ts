import { createRoute, redirect } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { pageFor } from './page-for.tsx';
import { AdminPage, getAdminPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { loadPage } from './session.ts';

/** `search`: the search text of the users. `open`: the entry that is shown in full beside its list. */
type AdminSearch = { search?: string; open?: string };

function adminRoute<P extends string>(path: P) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: ({ search, open }): AdminSearch => ({
      // The router parses digits as a number.
      ...((typeof search === 'string' || typeof search === 'number') && { search: String(search) }),
      ...(typeof open === 'string' && { open }),
    }),
    loader: async ({ context: { queryClient } }) => {
      const { isAuthenticated, user } = await queryClient.ensureQueryData(authStatusQuery);
      if (isAuthenticated && user?.role !== 'admin') throw redirect({ to: '/', replace: true });
      await loadPage({ queryClient, getPage: getAdminPage, likely: AdminPage });
    },
    component: pageFor(getAdminPage),
  });
}

/** For administrators. Visitors see the login; users who are not administrators are redirected to the start page. */
export const adminRoutes = [adminRoute('/admin'), adminRoute('/admin/$section')] as const;
