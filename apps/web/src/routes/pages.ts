import type { AuthStatus } from '@picksync/contracts';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { hasFirstStep } from '../api/session.queries.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

const LandingPage = lazyPage(async () => (await import('../features/landing/landing-page.tsx')).LandingPage);
export const LoginPage = lazyPage(async () => (await import('./login-page.tsx')).LoginPage);
const FirstStepPage = lazyPage(async () => (await import('./first-step-page.tsx')).FirstStepPage);
export const HelpPage = lazyPage(async () => (await import('./help-page.tsx')).HelpPage);
export const EmailVerifiedPage = lazyPage(
  async () => (await import('./email-verified-page.tsx')).EmailVerifiedPage,
);
export const DashboardPage = lazyPage(async () => (await import('./dashboard-page.tsx')).DashboardPage);
const ConfigurationsPage = lazyPage(
  async () => (await import('./configurations-page.tsx')).ConfigurationsPage,
);
const AutomationPage = lazyPage(async () => (await import('./automation-page.tsx')).AutomationPage);
const ReviewPage = lazyPage(async () => (await import('./review-page.tsx')).ReviewPage);
const RestorePage = lazyPage(async () => (await import('./restore-page.tsx')).RestorePage);
const RulePage = lazyPage(async () => (await import('./rule-page.tsx')).RulePage);
const SettingsPage = lazyPage(async () => (await import('./settings/settings-page.tsx')).SettingsPage);
const SubscriptionPages = lazyPage(
  async () => (await import('./subscription/subscription-pages.tsx')).SubscriptionPages,
);
const AdminPage = lazyPage(async () => (await import('./admin/admin-page.tsx')).AdminPage);
export const MailLinkPage = lazyPage(async () => (await import('./mail-link-page.tsx')).MailLinkPage);
export const NotFoundPage = lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage);
export const SessionError = lazyPage<ErrorComponentProps>(
  async () => (await import('./session-error.tsx')).SessionError,
);

/** A page for signed-in users, and how to choose between it and others by the session; without one it is the visitors' page. */
export type SessionPage = { signedIn: LazyPage; choose: (status: AuthStatus | undefined) => LazyPage };

/** Returns a page for signed-in users, unless they have to do something first; visitors see another one in its place. */
function sessionPage(signedIn: LazyPage, visitors: LazyPage): SessionPage {
  return {
    signedIn,
    choose: (status) => {
      if (hasFirstStep(status)) return FirstStepPage;
      return status?.isAuthenticated ? signedIn : visitors;
    },
  };
}

export const startPage = sessionPage(DashboardPage, LandingPage);
export const dashboardPage = sessionPage(DashboardPage, LoginPage);
export const configurationsPage = sessionPage(ConfigurationsPage, LoginPage);
export const automationPage = sessionPage(AutomationPage, LoginPage);
export const reviewPage = sessionPage(ReviewPage, LoginPage);
export const restorePage = sessionPage(RestorePage, LoginPage);
export const rulePage = sessionPage(RulePage, LoginPage);
export const settingsPage = sessionPage(SettingsPage, LoginPage);
export const subscriptionPage = sessionPage(SubscriptionPages, LoginPage);
export const adminPage = sessionPage(AdminPage, LoginPage);
