import { Button } from '@picksync/ui/button.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { type PaymentToSettle, paymentsToSettleQuery } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { AdminSection } from '../admin-section.tsx';
import { AdminTable, type Column, NameCell } from '../admin-table.tsx';
import { payeeNames } from '../payee-names.ts';
import { ProviderPageLink } from './provider-page-link.tsx';
import { SettleDialog } from './settle-dialog.tsx';

/**
 * Payments that bought nothing, that are partly back, or that a provider refuses to refund: each with the reason, and
 * the ways to settle it.
 */
export function Payments() {
  const [open, setOpen] = useState<PaymentToSettle | null>(null);
  return (
    <>
      <AdminSection
        title="Payments to settle"
        subtitle="Money that came and bought nothing, that is back in part, or that a provider does not give back or does not list. Refunds that happen by themselves are not listed."
      >
        <PaymentList onSettle={setOpen} />
      </AdminSection>
      {open && <SettleDialog payment={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function PaymentList({ onSettle }: { onSettle: (payment: PaymentToSettle) => void }) {
  const list = useSuspenseInfiniteQuery(paymentsToSettleQuery);
  const columns: Column<PaymentToSettle>[] = [
    {
      head: 'Payment',
      className: 'w-[230px]',
      cell: (payment) => (
        <NameCell
          name={formatAmount(payment.amount, payment.currency)}
          detail={[payeeNames[payment.provider], payment.paymentId ?? payment.reference]
            .filter(Boolean)
            .join(', ')}
        />
      ),
    },
    {
      head: 'From',
      className: 'w-[210px]',
      cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email ?? 'A deleted account'}</span>,
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
      cell: (payment) => (
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5">
          <ProviderPageLink
            provider={payment.provider}
            page={payment.providerPage}
            about={payment.paymentId}
          />
          <Button size="sm" aria-label={`Settle ${getName(payment)}`} onClick={() => onSettle(payment)}>
            Settle
          </Button>
        </div>
      ),
    },
  ];
  return (
    <AdminTable
      label="Payments to settle"
      columns={columns}
      rows={list.data.pages.flatMap(({ reply }) => reply)}
      getKey={({ id }) => id}
      pages={list}
      empty={{ icon: HandCoins, title: 'Every payment has bought what it was for' }}
    />
  );
}

function getName({ amount, currency, paymentId, reference }: PaymentToSettle): string {
  return `${formatAmount(amount, currency)}, ${paymentId ?? reference}`;
}
