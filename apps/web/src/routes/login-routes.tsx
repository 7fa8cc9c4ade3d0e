import { useQuery } from '@tanstack/react-query';
import { createRoute, Navigate, redirect } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { keepMailLink, mailLinkIn, openedToken } from '../features/session/mail-link.ts';
import { addressAfterLogin, keptRedirect } from '../features/session/redirect.ts';
import { storedToken } from '../stores/session-storage.ts';
import { loginSearch } from './login-search.ts';
import { EmailVerifiedPage, LoginPage } from './pages.ts';
import { rootRoute } from './root.tsx';

type LinkSearch = { token?: unknown; action?: unknown; redirect?: string };

/** Removes the token of a mail's link from the address before anything is shown, and opens the page that needs it. */
function takeMailLink({ token, action, redirect: goOn = keptRedirect() }: LinkSearch): void {
  const link = mailLinkIn({ token, action });
  if (!link) return;
  keepMailLink(link);
  if (link.action === 'reset') throw redirect({ to: '/reset-password', replace: true });
  throw redirect({
    to: '/login',
    search: { mode: 'verify', ...(goOn && { redirect: goOn }) },
    replace: true,
  });
}

function Login() {
  const { data: status } = useQuery(authStatusQuery);
  const address = addressAfterLogin(loginRoute.useSearch());
  return status?.isAuthenticated && !openedToken('verify') ? (
    <Navigate to="/" href={address} replace />
  ) : (
    <LoginPage />
  );
}

const loginRoute = createRoute({
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

/** The login in the mode that sets a new password; also for signed-in users. */
const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  beforeLoad: ({ search }) => takeMailLink({ ...search, action: 'reset' }),
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(authStatusQuery);
    await LoginPage.preload();
  },
  component: LoginPage,
});

const page = {
  getParentRoute: () => rootRoute,
  loader: () => EmailVerifiedPage.preload(),
  component: EmailVerifiedPage,
};

/** The result of a verification. With a token in the address, the verification only begins. */
const bareRoute = createRoute({
  ...page,
  path: '/email-verified',
  beforeLoad: ({ search }) => takeMailLink({ ...search, action: 'verify' }),
});
const successRoute = createRoute({ ...page, path: '/email-verified/success' });
const errorRoute = createRoute({ ...page, path: '/email-verified/error/$errorType' });

/** The login, the page that sets a new password, and the results of a verification. */
export const loginRoutes = [loginRoute, resetPasswordRoute, bareRoute, successRoute, errorRoute] as const;
