import { adminPaymentEndpoints, refundPaymentBody } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UserPayment, userPaymentsQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { ShowMore } from '../../../api/show-more.tsx';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay } from '../../../ui/dates.ts';
import { ProviderPageLink } from '../admin-cells.tsx';
import { payeeNames, toNumber } from '../admin-texts.ts';
import { ReasonField, useAdminForm } from '../use-admin-form.tsx';

/** What a user has paid, with a button to refund each; draws nothing for somebody who has paid nothing. */
export function UserPayments({ userId }: { userId: string }) {
  const list = useInfiniteQuery(userPaymentsQuery(userId));
  const [open, setOpen] = useState<UserPayment | null>(null);
  const payments = list.data?.pages.flatMap(({ reply }) => reply) ?? [];
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
      <ShowMore list={list} variant="quiet" />
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

const check = checkWith(refundPaymentBody);

/** Refunds a payment or a part of it, with the reason for the log. */
function RefundDialog({ payment, onClose }: { payment: UserPayment; onClose: () => void }) {
  const { id, provider, currency, refunded, refundable, amount, planName } = payment;
  const { field, shell } = useAdminForm({
    defaultValues: { amount: refundable.toFixed(2), reason: '' },
    check: (typed) => check({ ...typed, amount: toNumber(typed.amount), refunded }),
    send: (body) => call(adminPaymentEndpoints.refund, { params: { id }, body }),
    failure: { title: 'Not refunded', text: 'The payment could not be refunded. Please try again.' },
    onClose,
  });
  return (
    <FormDialog
      {...shell}
      title={`Refund ${formatAmount(amount, currency)}`}
      description={`${payeeNames[provider]} gives it back the way it came. They get a receipt and a mail. The whole of the current month ends ${planName ?? 'the plan'} at once; with a part it goes on. A later plan to which its unused days were credited ends earlier.`}
      submitLabel="Refund"
      pendingLabel="Refunding..."
    >
      <TextField
        label="Amount"
        hint={`${currency}, at most ${formatAmount(refundable, currency)}`}
        {...field('amount')}
        inputMode="decimal"
      />
      <ReasonField {...field('reason')} />
    </FormDialog>
  );
}
