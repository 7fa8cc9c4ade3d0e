import { subscriptionStatuses } from '@picksync/contracts';
import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { CreditCard } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type AdminSubscription, subscriptionsQuery } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay } from '../../../ui/dates.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { NameCell } from '../admin-cells.tsx';
import { AdminPanel, Filter } from '../admin-section.tsx';
import { AdminList, type Column } from '../admin-table.tsx';
import { payeeNames } from '../admin-texts.ts';
import { GivePlanForm } from '../give-plan/give-plan-form.tsx';

type Status = AdminSubscription['status'];

const statusLooks: Record<Status, { tone: Tone; words: string }> = {
  trial: { tone: 'warn', words: 'Trial' },
  free: { tone: 'neutral', words: 'Free' },
  scheduled: { tone: 'accent', words: 'Booked' },
  pending: { tone: 'warn', words: 'Payment pending' },
  active: { tone: 'good', words: 'Active' },
  past_due: { tone: 'bad', words: 'Unpaid' },
  cancelled: { tone: 'bad', words: 'Canceled' },
  expired: { tone: 'neutral', words: 'Ended' },
};

/** The states of a subscription; the others are states of a user. */
const shown = subscriptionStatuses.filter((status) => status !== 'trial' && status !== 'free');

const filters: [status: Status | '', words: string][] = [
  ['', 'Any status'],
  ...shown.map((status): [Status, string] => [status, statusLooks[status].words]),
];

function startText({ startDate, hasBegun, status }: AdminSubscription): string {
  const day = formatDay(startDate);
  if (!hasBegun) return `Dropped before ${day}`;
  return status === 'scheduled' ? `From ${day}` : `Since ${day}`;
}

const columns: Column<AdminSubscription>[] = [
  {
    head: 'User',
    cell: (subscription) => <NameCell name={subscription.email} detail={startText(subscription)} />,
  },
  {
    head: 'Plan',
    className: 'w-[130px]',
    cell: ({ planName, price, currency }) => `${planName}, ${formatAmount(price, currency)}`,
  },
  {
    head: 'Status',
    className: 'w-[150px]',
    cell: ({ status }) => <Badge tone={statusLooks[status].tone}>{statusLooks[status].words}</Badge>,
  },
  {
    head: 'Paid by',
    className: 'w-[200px]',
    cell: ({ payment_provider: provider, payment_provider_subscription_id: reference }) => (
      <div className="grid min-w-0">
        <span>{provider ? payeeNames[provider] : 'N/A'}</span>
        {(provider === 'paypal' || provider === 'razorpay') && (
          <span className="truncate text-xs text-ink-2" title={reference ?? ''}>
            {reference}
          </span>
        )}
      </div>
    ),
  },
  {
    head: 'Period ends',
    className: 'w-[120px]',
    // A booked one has no period yet.
    cell: ({ current_period_end: end, hasBegun, status }) =>
      formatDay(hasBegun && status !== 'scheduled' ? end : null),
  },
];

/** The form that gives a plan by hand, and every subscription there is or was. */
export function Subscriptions() {
  const [status, setStatus] = useState<Status | ''>('');
  // The old list stays until the new one is loaded.
  const wanted = useDeferredValue(status);
  return (
    <>
      <PageHead title="Subscriptions" subtitle="What users pay for or were given, newest first." />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <section
          aria-labelledby="subscription-manager"
          className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-5"
        >
          <div>
            <h2 id="subscription-manager" className="text-lg font-bold tracking-[-0.008em]">
              Admin Subscription Manager
            </h2>
            <p className="text-xs text-ink-2">A plan for a month, without charging anything.</p>
          </div>
          <GivePlanForm />
        </section>
        <section aria-labelledby="all-subscriptions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="all-subscriptions" className="text-lg font-bold tracking-[-0.008em]">
              All subscriptions
            </h2>
            <Filter
              label="Status"
              className="w-auto!"
              value={status}
              onChange={setStatus}
              options={filters}
            />
          </div>
          <AdminPanel>
            <AdminList
              label="All subscriptions"
              columns={columns}
              query={subscriptionsQuery(wanted ? { status: wanted } : {})}
              empty={{
                icon: CreditCard,
                title: wanted ? 'No subscription has this status' : 'Nobody has subscribed yet',
              }}
            />
          </AdminPanel>
        </section>
      </div>
    </>
  );
}
