import { createRoute, redirect } from '@tanstack/react-router';
import { authStatusQuery } from '../api/session.queries.ts';
import { useGoodbye } from '../features/account/deletion/goodbye.ts';
import { helpSearch } from '../features/help/help-search.ts';
import { keepMailLink } from '../features/session/mail-link.ts';
import { loadPage, pageFor } from './page-for.tsx';
import { adminPage, HelpPage, MailLinkPage, settingsPage, subscriptionPage } from './pages.ts';
import { rootRoute } from './root.tsx';

/** What a sign-in provider says in the address, for those who come back from it. */
type SettingsSearch = { provider?: string; outcome?: string };

function readOutcome({ provider, outcome }: Record<string, unknown>): SettingsSearch {
  return {
    ...(typeof provider === 'string' && { provider }),
    ...(typeof outcome === 'string' && { outcome }),
  };
}

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: readOutcome,
  loader: ({ context: { queryClient } }) => loadPage({ queryClient, page: settingsPage }),
  component: pageFor(settingsPage),
});

/** Names of tabs that the sections took over. */
const formerTabs: Record<string, string> = { webhooks: 'hooks' };

/** Where the settings were: mails that people keep lead there, with the name of a tab or a section. */
const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  validateSearch: ({
    section,
    ...search
  }: Record<string, unknown>): SettingsSearch & { section?: string } => ({
    ...(typeof section === 'string' && { section }),
    ...readOutcome(search),
  }),
  beforeLoad: ({ search: { section, ...search }, location }) => {
    const hash = section === undefined ? location.hash : (formerTabs[section] ?? section);
    throw redirect({ to: '/settings', search, hash, replace: true });
  },
});

/** The plan of a checkout. Parameters that a payment provider adds to the address are kept. */
type SubscriptionSearch = { checkout?: number; plan_id?: number };

function subscriptionRoute<P extends string>(path: P) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (search: SubscriptionSearch) => search,
    loader: ({ context: { queryClient } }) => loadPage({ queryClient, page: subscriptionPage }),
    component: pageFor(subscriptionPage),
  });
}

/** `search`: the search text of the users. `open`: the entry that is shown in full beside its list. */
type AdminSearch = { search?: string; open?: string };

/** For administrators. Visitors see the login; users who are not administrators are redirected to the start page. */
function adminRoute<P extends string>(path: P) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: ({ search, open }): AdminSearch => ({
      // The router parses digits as a number.
      ...((typeof search === 'string' || typeof search === 'number') && { search: String(search) }),
      ...(typeof open === 'string' && { open }),
    }),
    loader: async ({ context: { queryClient } }) => {
      const { isAuthenticated, user } = await queryClient.ensureQueryData(authStatusQuery);
      if (isAuthenticated && user?.role !== 'admin') throw redirect({ to: '/', replace: true });
      await loadPage({ queryClient, page: adminPage });
    },
    component: pageFor(adminPage),
  });
}

/** The route of a page that a link of a mail opens with its token. */
function linkRoute<P extends string>(path: P) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: ({ token }): { token?: string } => (typeof token === 'string' ? { token } : {}),
    beforeLoad: ({ search: { token } }) => {
      // The goodbye is only for a user who has just deleted the account.
      if (path === '/goodbye' && !useGoodbye.getState().isDue) throw redirect({ to: '/', replace: true });
      if (path !== '/email-change' || !token) return;
      keepMailLink({ action: 'email-change', token });
      throw redirect({ to: '/email-change', search: {}, replace: true });
    },
    loader: MailLinkPage.preload,
    component: MailLinkPage,
  });
}

const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  validateSearch: helpSearch,
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.ensureQueryData(authStatusQuery), HelpPage.preload()]);
  },
  component: HelpPage,
});

/** The routes of the settings, of the plan, of administrators, of the help, and of the pages about an account that need no session. */
export const accountRoutes = [
  settingsRoute,
  accountRoute,
  subscriptionRoute('/subscription'),
  subscriptionRoute('/subscription/success'),
  subscriptionRoute('/subscription/cancel'),
  subscriptionRoute('/subscription/receipts/$number'),
  adminRoute('/admin'),
  adminRoute('/admin/$section'),
  linkRoute('/unsubscribe'),
  linkRoute('/email-change'),
  linkRoute('/goodbye'),
  helpRoute,
] as const;
