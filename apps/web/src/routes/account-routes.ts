import { createRoute, redirect } from '@tanstack/react-router';
import { useFarewell } from '../features/account/deletion/farewell.ts';
import { keepMailLink } from '../features/session/mail-link.ts';
import { accountRoute } from './account.tsx';
import { adminRoutes } from './admin-routes.ts';
import { MailLinkPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { subscriptionRoutes } from './subscription-routes.ts';

/** The route of a page that a link of a mail opens with its token. */
function linkPage<P extends string>(path: P) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
    beforeLoad: ({ search: { token } }) => {
      // The goodbye is only for a user who has just deleted the account.
      if (path === '/goodbye' && !useFarewell.getState().isDue) throw redirect({ to: '/', replace: true });
      if (path !== '/email-change' || !token) return;
      keepMailLink({ action: 'email-change', token });
      throw redirect({ to: '/email-change', search: {}, replace: true });
    },
    loader: MailLinkPage.preload,
    component: MailLinkPage,
  });
}

/** The routes of the account page and of the pages about an account that need no session. */
export const accountRoutes = [
  accountRoute,
  ...subscriptionRoutes,
  ...adminRoutes,
  linkPage('/unsubscribe'),
  linkPage('/email-change'),
  linkPage('/goodbye'),
] as const;
