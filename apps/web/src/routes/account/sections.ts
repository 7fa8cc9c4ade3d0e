import type { FunctionComponent } from 'react';
import { lazySection } from './lazy-section.tsx';

/** The tabs of the page, in their order. */
export const accountTabs = {
  profile: 'Profile',
  security: 'Security',
  notifications: 'Notifications',
  smartsheet: 'Smartsheet',
  api: 'API keys',
  webhooks: 'Webhooks',
  data: 'Your data',
} as const;

export type AccountTab = keyof typeof accountTabs;

export type AccountSection = {
  /** Its name in the address: `/account?section=<key>`. */
  key: string;
  tab: AccountTab;
  title: string;
  /** What it is for, in one sentence. */
  about: string;
  /** The rows of its panel, in a file of their own; it reads its data with suspense queries. */
  Body: FunctionComponent;
};

/** Every section of the page, in the order in which they stand on their tabs. */
export const accountSections: readonly AccountSection[] = [
  {
    key: 'profile',
    tab: 'profile',
    title: 'Profile',
    about: 'Who you are here, and the clock that your figures follow.',
    Body: lazySection(
      async () => (await import('../../features/account/profile/profile-section.tsx')).ProfileSection,
      3,
    ),
  },
  {
    key: 'password',
    tab: 'security',
    title: 'Password',
    about: 'What you sign in with.',
    Body: lazySection(
      async () => (await import('../../features/account/password/password-section.tsx')).PasswordSection,
    ),
  },
  {
    key: 'sign-in-providers',
    tab: 'security',
    title: 'Sign-in providers',
    about: 'Log in with an account that you have already.',
    Body: lazySection(
      async () => (await import('../../features/session/providers/providers-section.tsx')).ProvidersSection,
      2,
    ),
  },
  {
    key: 'two-factor',
    tab: 'security',
    title: 'Two-factor',
    about: 'A second proof after your password.',
    Body: lazySection(
      async () => (await import('../../features/session/two-factor/two-factor-section.tsx')).TwoFactorSection,
    ),
  },
  {
    key: 'passkeys',
    tab: 'security',
    title: 'Passkeys',
    about: 'Logging in without a password.',
    Body: lazySection(
      async () => (await import('../../features/session/passkeys/passkeys-section.tsx')).PasskeysSection,
    ),
  },
  {
    key: 'sessions',
    tab: 'security',
    title: 'Sessions',
    about: 'Where you are signed in.',
    Body: lazySection(
      async () => (await import('../../features/session/sessions/sessions-section.tsx')).SessionsSection,
    ),
  },
  {
    key: 'known-browsers',
    tab: 'security',
    title: 'Known browsers',
    about: 'A sign-in from any other one is told by mail.',
    Body: lazySection(
      async () => (await import('../../features/session/sessions/sessions-section.tsx')).KnownBrowsersSection,
    ),
  },
  {
    key: 'security-activity',
    tab: 'security',
    title: 'Security activity',
    about: 'What happened within a year.',
    Body: lazySection(
      async () =>
        (await import('../../features/account/security-activity/security-activity-section.tsx'))
          .SecurityActivitySection,
    ),
  },
  {
    key: 'notifications',
    tab: 'notifications',
    title: 'Notifications',
    about: 'Which mails you get.',
    Body: lazySection(
      async () =>
        (await import('../../features/account/notifications/notifications-section.tsx')).NotificationsSection,
      5,
    ),
  },
  {
    key: 'smartsheet',
    tab: 'smartsheet',
    title: 'Smartsheet',
    about: 'The access that all your automations use.',
    Body: lazySection(
      async () => (await import('../../features/connection/account-section.tsx')).SmartsheetSection,
    ),
  },
  {
    key: 'export',
    tab: 'data',
    title: 'Your data',
    about: 'Take a copy with you.',
    Body: lazySection(
      async () => (await import('../../features/account/export/export-section.tsx')).ExportSection,
    ),
  },
  {
    key: 'delete',
    tab: 'data',
    title: 'Delete account',
    about: 'This ends everything here.',
    Body: lazySection(
      async () => (await import('../../features/account/deletion/deletion-section.tsx')).DeletionSection,
    ),
  },
  {
    key: 'keys',
    tab: 'api',
    title: 'API keys',
    about: 'For your own programs.',
    Body: lazySection(
      async () => (await import('../../features/programs/api-keys/api-keys-section.tsx')).ApiKeysSection,
    ),
  },
  {
    key: 'hooks',
    tab: 'webhooks',
    title: 'Outgoing webhooks',
    about: 'We tell your systems what happened, signed and retried.',
    Body: lazySection(
      async () => (await import('../../features/programs/webhooks/webhooks-section.tsx')).WebhooksSection,
    ),
  },
];

/** Returns the tabs that have a section. */
export function shownTabs(): AccountTab[] {
  return (Object.keys(accountTabs) as AccountTab[]).filter((tab) =>
    accountSections.some((section) => section.tab === tab),
  );
}

/** Returns the tab for an address, by the name of the tab or of one of its sections. */
export function getTab(name: string | undefined): AccountTab {
  return (
    shownTabs().find((tab) => tab === name) ??
    accountSections.find(({ key }) => key === name)?.tab ??
    'profile'
  );
}
