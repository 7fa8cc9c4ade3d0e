import type { AuthStatus } from '@picksync/contracts';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { hasFirstStep } from '../api/session.queries.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

export const LandingPage = lazyPage(
  async () => (await import('../features/landing/landing-page.tsx')).LandingPage,
);
export const LoginPage = lazyPage(async () => (await import('./login-page.tsx')).LoginPage);
export const FirstStepPage = lazyPage(async () => (await import('./first-step-page.tsx')).FirstStepPage);
export const HelpPage = lazyPage(async () => (await import('./help-page.tsx')).HelpPage);
export const EmailVerifiedPage = lazyPage(
  async () => (await import('./email-verified-page.tsx')).EmailVerifiedPage,
);
export const DashboardPage = lazyPage(async () => (await import('./dashboard-page.tsx')).DashboardPage);
export const AutomationPage = lazyPage(async () => (await import('./automation-page.tsx')).AutomationPage);
export const ReviewPage = lazyPage(async () => (await import('./review-page.tsx')).ReviewPage);
export const AccountPage = lazyPage(async () => (await import('./account/account-page.tsx')).AccountPage);
export const SubscriptionPages = lazyPage(
  async () => (await import('./subscription/subscription-pages.tsx')).SubscriptionPages,
);
export const AdminPage = lazyPage(async () => (await import('./admin/admin-page.tsx')).AdminPage);
export const MailLinkPage = lazyPage(async () => (await import('./mail-link-page.tsx')).MailLinkPage);
export const NotFoundPage = lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage);
export const SessionError = lazyPage<ErrorComponentProps>(
  async () => (await import('./session-error.tsx')).SessionError,
);

/** Returns the page of an address by the session; without one it is the visitors' page. */
export type PageOf = (status: AuthStatus | undefined) => LazyPage;

/**
 * Returns a page for signed-in users, unless they have to do something first; visitors see another one in its place.
 */
function choosePage(Page: LazyPage, Visitors: LazyPage): PageOf {
  return (status) => {
    if (hasFirstStep(status)) return FirstStepPage;
    return status?.isAuthenticated ? Page : Visitors;
  };
}

export const getStartPage = choosePage(DashboardPage, LandingPage);
export const getDashboardPage = choosePage(DashboardPage, LoginPage);
export const getAutomationPage = choosePage(AutomationPage, LoginPage);
export const getReviewPage = choosePage(ReviewPage, LoginPage);
export const getAccountPage = choosePage(AccountPage, LoginPage);
export const getSubscriptionPage = choosePage(SubscriptionPages, LoginPage);
export const getAdminPage = choosePage(AdminPage, LoginPage);
