import { createRoute } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { PagePending } from './page-pending.tsx';
import { LoginPage, SessionError } from './pages.ts';
import { rootRoute } from './root.tsx';
import { takeMailLink } from './take-mail-link.ts';

/** The login in the mode that sets a new password; also for signed-in users. */
export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  beforeLoad: ({ search }) => takeMailLink({ ...search, action: 'reset' }),
  loader: async ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(authStatusQuery);
    await LoginPage.preload();
  },
  component: LoginPage,
  pendingComponent: PagePending,
  errorComponent: SessionError,
});
