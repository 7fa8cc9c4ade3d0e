import type { FunctionComponent } from 'react';
import type { Attention } from '../../api/admin.queries.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export type AdminSection = {
  /** Names it in the address: `/admin/<key>`, and `/admin` for the overview. */
  key: string;
  label: string;
  /** The count of its entries that wait for an administrator, shown beside its name. */
  waiting?: keyof Attention;
  /** Its page, in a file of its own. */
  Body: FunctionComponent;
};

/** Every section of the owner's side, in the order of the menu. */
export const adminSections: readonly AdminSection[] = [
  {
    key: 'overview',
    label: 'Overview',
    Body: lazyPart(async () => (await import('../../features/admin/overview/overview.tsx')).Overview),
  },
  {
    key: 'users',
    label: 'Users',
    Body: lazyPart(async () => (await import('../../features/admin/users/users.tsx')).Users),
  },
  {
    key: 'subscriptions',
    label: 'Subscriptions',
    Body: lazyPart(
      async () => (await import('../../features/admin/subscriptions/subscriptions.tsx')).Subscriptions,
    ),
  },
  {
    key: 'plans',
    label: 'Plans',
    Body: lazyPart(async () => (await import('../../features/admin/plans/plans.tsx')).Plans),
  },
  {
    key: 'coupons',
    label: 'Coupons',
    Body: lazyPart(async () => (await import('../../features/admin/coupons/coupons.tsx')).Coupons),
  },
  {
    key: 'taxes',
    label: 'Taxes',
    Body: lazyPart(async () => (await import('../../features/admin/taxes/taxes.tsx')).Taxes),
  },
  {
    key: 'inbox',
    label: 'Inbox',
    waiting: 'inbox',
    Body: lazyPart(async () => (await import('../../features/admin/inbox/inbox.tsx')).Inbox),
  },
  {
    key: 'payments',
    label: 'Payments',
    waiting: 'payments',
    Body: lazyPart(async () => (await import('../../features/admin/payments/payments.tsx')).Payments),
  },
  {
    key: 'disputes',
    label: 'Disputes',
    waiting: 'disputes',
    Body: lazyPart(async () => (await import('../../features/admin/disputes/disputes.tsx')).Disputes),
  },
  {
    key: 'provider-events',
    label: 'Provider events',
    waiting: 'events',
    Body: lazyPart(async () => (await import('../../features/admin/events/events.tsx')).Events),
  },
  {
    key: 'automations',
    label: 'Automations',
    waiting: 'automations',
    Body: lazyPart(
      async () => (await import('../../features/admin/automations/failing.tsx')).FailingAutomations,
    ),
  },
  {
    key: 'queues',
    label: 'Queues',
    waiting: 'deadLetters',
    Body: lazyPart(async () => (await import('../../features/admin/queues/queues.tsx')).Queues),
  },
  {
    key: 'status',
    label: 'Status',
    Body: lazyPart(async () => (await import('../../features/admin/status/status.tsx')).Status),
  },
  {
    key: 'audit-log',
    label: 'Audit log',
    Body: lazyPart(async () => (await import('../../features/admin/audit/audit.tsx')).Audit),
  },
];
