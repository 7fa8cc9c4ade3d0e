import { Badge } from '@picksync/ui/badge.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useDeferredValue } from 'react';
import { type AdminSubscription, subscriptionsQuery } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay } from '../../../ui/dates.ts';
import { AdminTable, type Column, NameCell } from '../admin-table.tsx';
import { payeeNames } from '../payee-names.ts';
import { type Status, statusLooks } from './subscription-status.ts';

const columns: Column<AdminSubscription>[] = [
  {
    head: 'User',
    cell: ({ email, startDate }) => <NameCell name={email} detail={`Since ${formatDay(startDate)}`} />,
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
    cell: ({ current_period_end: end }) => formatDay(end),
  },
];

export function SubscriptionList({ status }: { status: Status | '' }) {
  // The old list stays until the new one is loaded.
  const wanted = useDeferredValue(status);
  const list = useSuspenseInfiniteQuery(subscriptionsQuery(wanted ? { status: wanted } : {}));
  return (
    <AdminTable
      label="All subscriptions"
      columns={columns}
      rows={list.data.pages.flatMap(({ reply }) => reply)}
      getKey={({ id }) => id}
      pages={list}
      empty={{
        icon: CreditCard,
        title: wanted ? 'No subscription has this status' : 'Nobody has subscribed yet',
      }}
    />
  );
}
