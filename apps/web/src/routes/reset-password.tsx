import { createRoute, redirect } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { keepMailLink, mailLinkIn } from '../features/session/mail-link.ts';
import { PagePending } from './page-pending.tsx';
import { LoginPage, SessionError } from './pages.ts';
import { rootRoute } from './root.tsx';

/** The login in the mode that sets a new password; for whoever is signed in, too. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' && token ? { token } : {}),
  beforeLoad: ({ search: { token } }) => {
    const link = mailLinkIn({ token, action: 'reset' });
    if (!link) return;
    keepMailLink(link);
    throw redirect({ to: '/reset-password', search: {}, replace: true });
  },
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(authStatusQuery);
    await LoginPage.preload();
  },
  component: LoginPage,
  pendingComponent: PagePending,
  errorComponent: SessionError,
});
