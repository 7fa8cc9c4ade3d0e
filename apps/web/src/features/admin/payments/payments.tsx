import { Button } from '@picksync/ui/button.tsx';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { type PaymentToSettle, paymentsToSettleQuery } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { AddressCell, NameCell, ProviderPageLink } from '../admin-cells.tsx';
import { AdminListPage, type Column } from '../admin-table.tsx';
import { payeeNames } from '../admin-texts.ts';
import { SettleDialog } from './settle-dialog.tsx';

/**
 * Payments that bought nothing, that are partly back, or that a provider refuses to refund: each with the reason, and
 * the ways to settle it.
 */
export function Payments() {
  const [open, setOpen] = useState<PaymentToSettle | null>(null);
  const columns: Column<PaymentToSettle>[] = [
    {
      head: 'Payment',
      className: 'w-[230px]',
      cell: ({ amount, currency, provider, paymentId, reference }) => (
        <NameCell
          name={formatAmount(amount, currency)}
          detail={[payeeNames[provider], paymentId ?? reference].filter(Boolean).join(', ')}
        />
      ),
    },
    {
      head: 'From',
      className: 'w-[210px]',
      cell: ({ email }) => <AddressCell>{email ?? 'A deleted account'}</AddressCell>,
    },
    {
      head: 'Paid',
      className: 'w-[120px]',
      cell: ({ paidAt }) => (paidAt ? formatMoment(paidAt) : 'Not told'),
    },
    { head: 'Why it is here', cell: ({ why }) => <span className="text-pretty">{why}</span> },
    {
      head: 'Action',
      isHeadHidden: true,
      className: 'w-[210px]',
      cell: (payment) => <Actions payment={payment} onSettle={() => setOpen(payment)} />,
    },
  ];
  return (
    <>
      <AdminListPage
        title="Payments to settle"
        subtitle="Money that came and bought nothing, that is back in part, or that a provider does not give back or does not list. Refunds that happen by themselves are not listed."
        columns={columns}
        query={paymentsToSettleQuery}
        empty={{ icon: HandCoins, title: 'Every payment has bought what it was for' }}
      />
      {open && <SettleDialog payment={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Actions({ payment, onSettle }: { payment: PaymentToSettle; onSettle: () => void }) {
  const { amount, currency, provider, providerPage, paymentId, reference } = payment;
  const name = `${formatAmount(amount, currency)}, ${paymentId ?? reference}`;
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5">
      <ProviderPageLink provider={provider} page={providerPage} about={paymentId} />
      <Button size="sm" aria-label={`Settle ${name}`} onClick={onSettle}>
        Settle
      </Button>
    </div>
  );
}
