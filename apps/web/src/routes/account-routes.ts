import { createRoute } from '@tanstack/react-router';
import { accountRoute } from './account.tsx';
import type { LazyPage } from './lazy-page.tsx';
import { PagePending } from './page-pending.tsx';
import { EmailChangePage, GoodbyePage, UnsubscribePage } from './pages.ts';
import { rootRoute } from './root.tsx';

/** A page that a link of a mail leads to, for whoever holds its token. */
function linkPage<P extends string>(path: P, page: LazyPage) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
    loader: () => page.preload(),
    component: page,
    pendingComponent: PagePending,
  });
}

/** The account page, and the pages about an account that need no session. */
export const accountRoutes = [
  accountRoute,
  linkPage('/unsubscribe', UnsubscribePage),
  linkPage('/email-change', EmailChangePage),
  linkPage('/goodbye', GoodbyePage),
] as const;
