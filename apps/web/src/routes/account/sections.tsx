import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import type { ComponentType, FunctionComponent } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';

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

type Section = {
  /** Its name in the address: `/account?section=<key>`. */
  key: string;
  tab: AccountTab;
  title: string;
  /** What it is for, in one sentence. */
  about: string;
  /** How many rows it usually has; it is as high while it is loading. */
  rows?: number;
  /** The rows of its panel, in a file of their own; it reads its data with suspense queries. */
  load: () => Promise<ComponentType>;
};

/** Returns a section whose code is a file of its own; it fails by itself. */
function lazySection({ load, rows = 1 }: Section): FunctionComponent {
  return lazyPart(
    async () => {
      const Rows = await load();
      return function Section() {
        return (
          <PanelBoundary
            skeleton={<SettingsSkeleton rows={rows} />}
            failure="This could not be loaded. Please try again."
          >
            <Rows />
          </PanelBoundary>
        );
      };
    },
    { pending: <SettingsSkeleton rows={rows} /> },
  );
}

/** Every section of the page, in the order in which they stand on their tabs. */
const sections: Section[] = [
  {
    key: 'profile',
    tab: 'profile',
    title: 'Profile',
    about: 'Who you are here, and the clock that your figures follow.',
    rows: 3,
    load: async () => (await import('../../features/account/profile/profile-section.tsx')).ProfileSection,
  },
  {
    key: 'password',
    tab: 'security',
    title: 'Password',
    about: 'What you sign in with.',
    load: async () => (await import('../../features/account/password/password-section.tsx')).PasswordSection,
  },
  {
    key: 'sign-in-providers',
    tab: 'security',
    title: 'Sign-in providers',
    about: 'Log in with an account that you have already.',
    rows: 2,
    load: async () =>
      (await import('../../features/session/providers/providers-section.tsx')).ProvidersSection,
  },
  {
    key: 'two-factor',
    tab: 'security',
    title: 'Two-factor',
    about: 'A second proof after your password.',
    load: async () =>
      (await import('../../features/session/two-factor/two-factor-section.tsx')).TwoFactorSection,
  },
  {
    key: 'passkeys',
    tab: 'security',
    title: 'Passkeys',
    about: 'Logging in without a password.',
    load: async () => (await import('../../features/session/passkeys/passkeys-section.tsx')).PasskeysSection,
  },
  {
    key: 'sessions',
    tab: 'security',
    title: 'Sessions',
    about: 'Where you are signed in.',
    load: async () => (await import('../../features/session/sessions/sessions-section.tsx')).SessionsSection,
  },
  {
    key: 'known-browsers',
    tab: 'security',
    title: 'Known browsers',
    about: 'A sign-in from any other one is told by mail.',
    load: async () =>
      (await import('../../features/session/sessions/sessions-section.tsx')).RecognizedDevicesSection,
  },
  {
    key: 'security-activity',
    tab: 'security',
    title: 'Security activity',
    about: 'What happened within a year.',
    load: async () =>
      (await import('../../features/account/security-activity/security-activity-section.tsx'))
        .SecurityActivitySection,
  },
  {
    key: 'notifications',
    tab: 'notifications',
    title: 'Notifications',
    about: 'Which mails you get.',
    rows: 5,
    load: async () =>
      (await import('../../features/account/notifications/notifications-section.tsx')).NotificationsSection,
  },
  {
    key: 'smartsheet',
    tab: 'smartsheet',
    title: 'Smartsheet',
    about: 'The access that all your automations use.',
    load: async () => (await import('../../features/connection/account-section.tsx')).SmartsheetSection,
  },
  {
    key: 'export',
    tab: 'data',
    title: 'Your data',
    about: 'Take a copy with you.',
    load: async () => (await import('../../features/account/export/export-section.tsx')).ExportSection,
  },
  {
    key: 'delete',
    tab: 'data',
    title: 'Delete account',
    about: 'This ends everything here.',
    load: async () => (await import('../../features/account/deletion/deletion-section.tsx')).DeletionSection,
  },
  {
    key: 'keys',
    tab: 'api',
    title: 'API keys',
    about: 'For your own programs.',
    load: async () => (await import('../../features/developer/api-keys/api-keys-section.tsx')).ApiKeysSection,
  },
  {
    key: 'hooks',
    tab: 'webhooks',
    title: 'Outgoing webhooks',
    about: 'We tell your systems what happened, signed and retried.',
    load: async () =>
      (await import('../../features/developer/webhooks/webhooks-section.tsx')).WebhooksSection,
  },
];

export const accountSections = sections.map((section) => ({ ...section, Body: lazySection(section) }));

export const tabNames = Object.keys(accountTabs) as AccountTab[];

/** Returns the tab for an address, by the name of the tab or of one of its sections. */
export function getTab(name: string | undefined): AccountTab {
  const ofSection = sections.find(({ key }) => key === name)?.tab;
  return tabNames.find((tab) => tab === name) ?? ofSection ?? 'profile';
}
