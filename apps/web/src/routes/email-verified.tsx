import { createRoute } from '@tanstack/react-router';
import { EmailVerifiedPage } from './pages.ts';
import { rootRoute } from './root.tsx';
import { takeMailLink } from './take-mail-link.ts';

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

export const emailVerifiedRoutes = [bareRoute, successRoute, errorRoute] as const;
