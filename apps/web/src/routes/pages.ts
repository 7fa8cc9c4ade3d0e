import type { AuthStatus } from '@picksync/contracts';
import { lazyRouteComponent } from '@tanstack/react-router';

/** Each page is a file of its own, fetched when somebody goes there. */
export const LandingPage = lazyRouteComponent(
  () => import('../features/landing/landing-page.tsx'),
  'LandingPage',
);
export const LoginPage = lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage');
export const VerifyPage = lazyRouteComponent(() => import('./verify-page.tsx'), 'VerifyPage');
export const DashboardPage = lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage');

/** What the start page is for somebody; whoever is not known is a visitor. */
export const startPageOf = (status: AuthStatus | undefined) => {
  if (status?.emailVerificationRequired) return VerifyPage;
  return status?.isAuthenticated ? DashboardPage : LandingPage;
};

/** What /dashboard is for somebody. */
export const dashboardPageOf = (status: AuthStatus | undefined) => {
  if (status?.emailVerificationRequired) return VerifyPage;
  return status?.isAuthenticated ? DashboardPage : LoginPage;
};
