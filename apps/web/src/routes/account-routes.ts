import { createRoute, redirect } from '@tanstack/react-router';
import { wasDeleted } from '../features/account/deletion/farewell.ts';
import { keepMailLink } from '../features/session/mail-link.ts';
import { accountRoute } from './account.tsx';
import { adminRoutes } from './admin-routes.ts';
import { MailLinkPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { subscriptionRoutes } from './subscription-routes.ts';

/** A page that a link of a mail leads to, for whoever holds its token. */
function linkPage<P extends string>(path: P) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
    beforeLoad: ({ search: { token } }) => {
      // Nobody is told goodbye who has deleted nothing.
      if (path === '/goodbye' && !wasDeleted()) throw redirect({ to: '/', replace: true });
      if (path !== '/email-change' || !token) return;
      keepMailLink({ action: 'email-change', token });
      throw redirect({ to: '/email-change', search: {}, replace: true });
    },
    loader: MailLinkPage.preload,
    component: MailLinkPage,
  });
}

/** The account page, what is paid for, the owner's side, and the pages about an account that need no session. */
export const accountRoutes = [
  accountRoute,
  ...subscriptionRoutes,
  ...adminRoutes,
  linkPage('/unsubscribe'),
  linkPage('/email-change'),
  linkPage('/goodbye'),
] as const;
