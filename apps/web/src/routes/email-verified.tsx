import { createRoute, redirect } from '@tanstack/react-router';
import { keepMailLink, mailLinkIn } from '../features/session/mail-link.ts';
import { PagePending } from './page-pending.tsx';
import { EmailVerifiedPage, SessionError } from './pages.ts';
import { rootRoute } from './root.tsx';

const page = {
  getParentRoute: () => rootRoute,
  loader: () => EmailVerifiedPage.preload(),
  component: EmailVerifiedPage,
  pendingComponent: PagePending,
  errorComponent: SessionError,
};

/** The result of a verification. With a token there is none yet: the verification begins. */
const bareRoute = createRoute({
  ...page,
  path: '/email-verified',
  validateSearch: ({ token }): { token?: string } => (typeof token === 'string' && token ? { token } : {}),
  beforeLoad: ({ search: { token } }) => {
    const link = mailLinkIn({ token, action: 'verify' });
    if (!link) return;
    keepMailLink(link);
    throw redirect({ to: '/login', search: { mode: 'verify' }, replace: true });
  },
});
const successRoute = createRoute({ ...page, path: '/email-verified/success' });
const errorRoute = createRoute({ ...page, path: '/email-verified/error/$errorType' });

export const emailVerifiedRoutes = [bareRoute, successRoute, errorRoute] as const;
