import { useQuery } from '@tanstack/react-query';
import { createRoute, Navigate, redirect } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { openedToken } from '../features/session/mail-link.ts';
import { addressAfterLogin } from '../features/session/safe-redirect.ts';
import { storedToken } from '../stores/session-storage.ts';
import { loginSearch } from './login-search.ts';
import { LoginPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { takeMailLink } from './take-mail-link.ts';

function Login() {
  const { data: status } = useQuery(authStatusQuery);
  const address = addressAfterLogin(loginRoute.useSearch());
  return status?.isAuthenticated && !openedToken('verify') ? (
    <Navigate to="/" href={address} replace />
  ) : (
    <LoginPage />
  );
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  loaderDeps: ({ search }) => ({ address: addressAfterLogin(search) }),
  beforeLoad: ({ search }) => takeMailLink(search),
  loader: async ({ context: { queryClient }, deps: { address } }) => {
    if (storedToken() && !openedToken('verify')) {
      const status = await queryClient.ensureQueryData(authStatusQuery);
      if (status.isAuthenticated) throw redirect({ href: address });
    } else {
      // The cookie may be valid without a stored value. Most visitors have neither, and do not wait for the reply.
      void queryClient.prefetchQuery(authStatusQuery);
    }
    await LoginPage.preload();
  },
  component: Login,
});
