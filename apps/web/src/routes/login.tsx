import { createRoute, redirect } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { storedToken } from '../stores/session-storage.ts';
import { PagePending } from './page-pending.tsx';
import { LoginPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { SessionError } from './session-error.tsx';

type LoginSearch = { mode?: 'register' | 'verify' };

/** Links of mails say what they are for by `action` and carry a token; the code of the same mail does the same. */
const loginSearch = ({ mode, token, action }: Record<string, unknown>): LoginSearch => {
  if (mode === 'verify' || (token && action === 'verify')) return { mode: 'verify' };
  return mode === 'register' ? { mode } : {};
};

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  loader: async ({ context: { queryClient } }) => {
    const page = LoginPage.preload?.();
    if (!storedToken()) return page;
    const status = await queryClient.ensureQueryData(authStatusQuery);
    if (status.isAuthenticated) throw redirect({ to: '/' });
    return page;
  },
  component: LoginPage,
  pendingComponent: PagePending,
  errorComponent: SessionError,
});
