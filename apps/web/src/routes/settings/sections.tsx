import { ErrorState } from '@picksync/ui/error-state.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import type { ComponentType, FunctionComponent } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';

type PartSettings = {
  /** Its name in the address: `/settings#<key>`. */
  key: string;
  title: string;
  /** How many rows it usually has; it is as high while it is loading. */
  rows?: number;
  /** Its rows, in a file of their own; they read their data with suspense queries. */
  load: () => Promise<ComponentType>;
};

/** Parts that share a panel. The title is left out where that of the section says it. */
type Group<Part> = { title?: string; parts: Part[] };
type SectionOf<Part> = { key: string; title: string; groups: Group<Part>[] };

export type Section = SectionOf<Pick<PartSettings, 'key' | 'title'> & { Body: FunctionComponent }>;

/** Returns a part whose code is a file of its own; it fails by itself. */
function lazyRows({ title, load, rows = 1 }: PartSettings): FunctionComponent {
  const skeleton = <SettingsSkeleton rows={rows} />;
  return lazyPart(
    async () => {
      const Rows = await load();
      return function Part() {
        return (
          <PanelBoundary
            skeleton={skeleton}
            // Retry loads every part that failed: a row for each is enough.
            failure={(retry) => (
              <ErrorState inRow message={`${title} could not be loaded.`} onRetry={retry} />
            )}
          >
            <Rows />
          </PanelBoundary>
        );
      };
    },
    { pending: skeleton },
  );
}

const signInWays: Group<PartSettings> = {
  title: 'Ways to sign in',
  parts: [
    {
      key: 'password',
      title: 'Password',
      load: async () =>
        (await import('../../features/account/password/password-section.tsx')).PasswordSection,
    },
    {
      key: 'sign-in-providers',
      title: 'Sign-in providers',
      rows: 2,
      load: async () =>
        (await import('../../features/session/providers/providers-section.tsx')).ProvidersSection,
    },
    {
      key: 'passkeys',
      title: 'Passkeys',
      load: async () =>
        (await import('../../features/session/passkeys/passkeys-section.tsx')).PasskeysSection,
    },
  ],
};

const secondStep: Group<PartSettings> = {
  title: 'Second step',
  parts: [
    {
      key: 'two-factor',
      title: 'Two-factor',
      load: async () =>
        (await import('../../features/session/two-factor/two-factor-section.tsx')).TwoFactorSection,
    },
  ],
};

const sessions: Group<PartSettings> = {
  title: 'Sessions',
  parts: [
    {
      key: 'sessions',
      title: 'Sessions',
      load: async () =>
        (await import('../../features/session/sessions/sessions-section.tsx')).SessionsSection,
    },
    {
      key: 'known-browsers',
      title: 'Known browsers',
      load: async () =>
        (await import('../../features/session/sessions/known-browsers.tsx')).KnownBrowsersSection,
    },
    {
      key: 'security-activity',
      title: 'Security activity',
      load: async () =>
        (await import('../../features/account/security-activity/security-activity-section.tsx'))
          .SecurityActivitySection,
    },
  ],
};

/** Every section of the page, from top to bottom. */
const sections: SectionOf<PartSettings>[] = [
  {
    key: 'profile',
    title: 'Profile',
    groups: [
      {
        parts: [
          {
            key: 'profile-rows',
            title: 'Profile',
            rows: 7,
            load: async () =>
              (await import('../../features/account/profile/profile-section.tsx')).ProfileSection,
          },
        ],
      },
    ],
  },
  { key: 'security', title: 'Security', groups: [signInWays, secondStep, sessions] },
  {
    key: 'notifications',
    title: 'Notifications',
    groups: [
      {
        parts: [
          {
            key: 'notices',
            title: 'Notices',
            rows: 5,
            load: async () =>
              (await import('../../features/account/notifications/notifications-section.tsx'))
                .NotificationsSection,
          },
        ],
      },
      {
        title: 'Channels',
        parts: [
          {
            key: 'channels',
            title: 'Channels',
            rows: 2,
            load: async () =>
              (await import('../../features/account/notifications/channels-section.tsx')).ChannelsSection,
          },
        ],
      },
    ],
  },
  {
    key: 'smartsheet',
    title: 'Smartsheet',
    groups: [
      {
        parts: [
          {
            key: 'connection',
            title: 'Connection',
            rows: 2,
            load: async () =>
              (await import('../../features/connection/smartsheet-section.tsx')).SmartsheetSection,
          },
        ],
      },
    ],
  },
  {
    key: 'api',
    title: 'API keys and webhooks',
    groups: [
      {
        title: 'API keys',
        parts: [
          {
            key: 'keys',
            title: 'API keys',
            rows: 2,
            load: async () =>
              (await import('../../features/developer/api-keys/api-keys-section.tsx')).ApiKeysSection,
          },
        ],
      },
      {
        title: 'Outgoing webhooks',
        parts: [
          {
            key: 'hooks',
            title: 'Outgoing webhooks',
            load: async () =>
              (await import('../../features/developer/webhooks/webhooks-section.tsx')).WebhooksSection,
          },
        ],
      },
    ],
  },
  {
    key: 'data',
    title: 'Data',
    groups: [
      {
        parts: [
          {
            key: 'export',
            title: 'Export',
            load: async () =>
              (await import('../../features/account/export/export-section.tsx')).ExportSection,
          },
          {
            key: 'delete',
            title: 'Delete account',
            load: async () =>
              (await import('../../features/account/deletion/deletion-section.tsx')).DeletionSection,
          },
        ],
      },
    ],
  },
];

export const settingsSections: Section[] = sections.map((section) => ({
  ...section,
  groups: section.groups.map((group) => ({
    ...group,
    parts: group.parts.map((part) => ({ key: part.key, title: part.title, Body: lazyRows(part) })),
  })),
}));

/** Returns the section that has a part of this name, or is called so. */
export function findSection(name: string): Section | undefined {
  return settingsSections.find(
    ({ key, groups }) => key === name || groups.some(({ parts }) => parts.some((part) => part.key === name)),
  );
}
