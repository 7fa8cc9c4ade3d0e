import '../../../api/zod-without-eval.ts';
import { adminPaymentEndpoints, refundPaymentBody } from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import type { UserPayment } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkBodyWith } from '../../../api/check-with.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { payeeNames, toNumber } from '../admin-words.ts';
import { ReasonField, useAdminForm } from '../use-admin-form.tsx';

/** What the form holds: inputs may stay empty. */
type Values = { amount: string; reason: string };

/** Refunds a payment or a part of it, with the reason for the log. */
export function RefundDialog({ payment, onClose }: { payment: UserPayment; onClose: () => void }) {
  const { id, provider, currency, refunded, refundable, amount, planName } = payment;
  const toBody = (typed: Values) => ({ amount: toNumber(typed.amount), refunded, reason: typed.reason });
  const { field, shell } = useAdminForm<Values>({
    defaultValues: { amount: refundable.toFixed(2), reason: '' },
    check: checkBodyWith(refundPaymentBody, toBody),
    send: (typed) => {
      const body = refundPaymentBody.parse(toBody(typed));
      return call(adminPaymentEndpoints.refund, { params: { id }, body }, { quiet: true });
    },
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
      onClose={onClose}
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
