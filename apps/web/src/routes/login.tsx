import { createRoute, redirect } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { storedToken } from '../stores/session-storage.ts';
import { loginSearch } from './login-search.ts';
import { PagePending } from './page-pending.tsx';
import { LoginPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { SessionError } from './session-error.tsx';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  loader: async ({ context: { queryClient } }) => {
    if (storedToken()) {
      const status = await queryClient.ensureQueryData(authStatusQuery);
      if (status.isAuthenticated) throw redirect({ to: '/' });
    }
    await LoginPage.preload();
  },
  component: LoginPage,
  pendingComponent: PagePending,
  errorComponent: SessionError,
});
