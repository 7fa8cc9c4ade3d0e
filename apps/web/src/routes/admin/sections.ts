import type { FunctionComponent } from 'react';
import type { Attention } from '../../api/admin.queries.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The tabs of the owner's side, in the order of the bar. */
export const adminTabs = ['Now', 'People', 'Money', 'System', 'Audit log'] as const;
export type AdminTab = (typeof adminTabs)[number];

export type AdminSection = {
  /** Names it in the address: `/admin/<key>`, and `/admin` for the first. */
  key: string;
  /** The tab it stands in. */
  tab: AdminTab;
  label: string;
  /** Not in the menu: it is reached from another section. */
  isHidden?: boolean;
  /** The count of its entries that wait for an administrator, shown beside its name. */
  waiting?: keyof Attention;
  /** The count of its entries that wait for nobody here: people mend their own automations. */
  listed?: keyof Attention;
  /** Its page, in a file of its own. */
  Body: FunctionComponent;
};

/** Every section of the owner's side, in the order of its tab's menu. */
export const adminSections: readonly AdminSection[] = [
  {
    key: 'now',
    tab: 'Now',
    label: 'Now',
    waiting: 'now',
    Body: lazyPart(async () => (await import('../../features/admin/now/now.tsx')).Now),
  },
  {
    key: 'users',
    tab: 'People',
    label: 'Users',
    Body: lazyPart(async () => (await import('../../features/admin/users/users.tsx')).Users),
  },
  {
    key: 'inbox',
    tab: 'People',
    label: 'Inbox',
    waiting: 'inbox',
    Body: lazyPart(async () => (await import('../../features/admin/inbox/inbox.tsx')).Inbox),
  },
  {
    key: 'figures',
    tab: 'Money',
    label: 'Figures',
    Body: lazyPart(async () => (await import('../../features/admin/figures/figures.tsx')).FiguresPage),
  },
  {
    key: 'subscriptions',
    tab: 'Money',
    label: 'Subscriptions',
    Body: lazyPart(
      async () => (await import('../../features/admin/subscriptions/subscriptions.tsx')).Subscriptions,
    ),
  },
  {
    key: 'payments',
    tab: 'Money',
    label: 'To settle',
    waiting: 'payments',
    Body: lazyPart(async () => (await import('../../features/admin/payments/payments.tsx')).Payments),
  },
  {
    key: 'disputes',
    tab: 'Money',
    label: 'Disputes',
    waiting: 'disputes',
    Body: lazyPart(async () => (await import('../../features/admin/disputes/disputes.tsx')).Disputes),
  },
  {
    key: 'provider-events',
    tab: 'Money',
    label: 'Provider events',
    waiting: 'events',
    Body: lazyPart(async () => (await import('../../features/admin/events/events.tsx')).Events),
  },
  {
    key: 'plans',
    tab: 'Money',
    label: 'Plans',
    Body: lazyPart(async () => (await import('../../features/admin/plans/plans.tsx')).Plans),
  },
  {
    key: 'coupons',
    tab: 'Money',
    label: 'Coupons',
    Body: lazyPart(async () => (await import('../../features/admin/coupons/coupons.tsx')).Coupons),
  },
  {
    key: 'taxes',
    tab: 'Money',
    label: 'Taxes',
    Body: lazyPart(async () => (await import('../../features/admin/taxes/taxes.tsx')).Taxes),
  },
  {
    key: 'automations',
    tab: 'System',
    label: 'Failing automations',
    listed: 'automations',
    Body: lazyPart(
      async () => (await import('../../features/admin/automations/failing.tsx')).FailingAutomations,
    ),
  },
  {
    key: 'queues',
    tab: 'System',
    label: 'Queues',
    waiting: 'deadLetters',
    Body: lazyPart(async () => (await import('../../features/admin/queues/queues.tsx')).Queues),
  },
  {
    key: 'status',
    tab: 'System',
    label: 'Status',
    Body: lazyPart(async () => (await import('../../features/admin/status/status.tsx')).Status),
  },
  {
    key: 'maintenance',
    tab: 'System',
    label: 'Maintenance',
    Body: lazyPart(
      async () => (await import('../../features/admin/maintenance/maintenance.tsx')).Maintenance,
    ),
  },
  {
    key: 'audit-log',
    tab: 'Audit log',
    label: 'Audit log',
    Body: lazyPart(async () => (await import('../../features/admin/audit/audit.tsx')).Audit),
  },
  {
    key: 'support-view',
    tab: 'People',
    label: 'Support view',
    isHidden: true,
    Body: lazyPart(async () => (await import('./support-view.tsx')).SupportView),
  },
];
