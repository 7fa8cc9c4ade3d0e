import type { AuthStatus } from '@picksync/contracts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

export const LandingPage = lazyPage(
  async () => (await import('../features/landing/landing-page.tsx')).LandingPage,
);
export const LoginPage = lazyPage(async () => (await import('./login-page.tsx')).LoginPage);
export const VerifyPage = lazyPage(async () => (await import('./verify-page.tsx')).VerifyPage);
export const DashboardPage = lazyPage(async () => (await import('./dashboard-page.tsx')).DashboardPage);

/** Which page an address is, depending on who is signed in; whoever is not known is a visitor. */
export type PageOf = (status: AuthStatus | undefined) => LazyPage;

export const startPageOf: PageOf = (status) => {
  if (status?.emailVerificationRequired) return VerifyPage;
  return status?.isAuthenticated ? DashboardPage : LandingPage;
};

export const dashboardPageOf: PageOf = (status) => {
  if (status?.emailVerificationRequired) return VerifyPage;
  return status?.isAuthenticated ? DashboardPage : LoginPage;
};
