import { Button } from '@picksync/ui/button.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UserPayment, userPaymentsQuery } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay } from '../../../ui/dates.ts';
import { ProviderPageLink } from '../admin-cells.tsx';
import { payeeNames } from '../admin-words.ts';
import { RefundDialog } from './refund-dialog.tsx';

/** What a user has paid, with a button to refund each; draws nothing for somebody who has paid nothing. */
export function UserPayments({ userId }: { userId: string }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    userPaymentsQuery(userId),
  );
  const [open, setOpen] = useState<UserPayment | null>(null);
  const payments = data?.pages.flatMap(({ reply }) => reply) ?? [];
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="user-payments" className="grid gap-3 border-t border-line pt-5">
      <h3 id="user-payments" className="text-md font-semi">
        Payments
      </h3>
      <ul className="grid gap-2.5">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} onRefund={() => setOpen(payment)} />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button variant="quiet" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {open && <RefundDialog payment={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function PaymentRow({ payment, onRefund }: { payment: UserPayment; onRefund: () => void }) {
  const { amount, currency, paidAt, planName, provider, refunded, refundable, providerPage, paymentId } =
    payment;
  const facts = [planName, payeeNames[provider], paidAt && formatDay(paidAt)].filter(Boolean);
  const money = formatAmount(amount, currency);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      <div className="grid min-w-0">
        <span className="tabular font-semi">
          {money}
          {refunded > 0 &&
            `, ${refunded >= amount ? 'refunded' : `${formatAmount(refunded, currency)} refunded`}`}
        </span>
        <span className="text-xs text-ink-2">{facts.join(', ')}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <ProviderPageLink provider={provider} page={providerPage} about={paymentId} />
        {refundable > 0 && (
          <Button size="sm" aria-label={`Refund ${money}, ${paymentId}`} onClick={onRefund}>
            Refund
          </Button>
        )}
      </div>
    </li>
  );
}
