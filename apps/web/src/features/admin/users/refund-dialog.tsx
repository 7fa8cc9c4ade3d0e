import '../../../api/zod-without-eval.ts';
import { adminPaymentEndpoints, refundPaymentBody } from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { type UserPayment, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { type Checked, checkWith } from '../../../api/check-with.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { payeeNames } from '../payee-names.ts';
import { ReasonField } from '../reason-dialog.tsx';

/** What the form holds: inputs may stay empty. */
type Values = { amount: string; reason: string };

const failure = { title: 'Not refunded', text: 'The payment could not be refunded. Please try again.' };
const checkBody = checkWith<unknown>(refundPaymentBody);

function toBody({ amount, reason }: Values, { refunded }: Pick<UserPayment, 'refunded'>) {
  return { amount: amount.trim() === '' ? Number.NaN : Number(amount), refunded, reason };
}

/** Refunds a payment or a part of it, with the reason for the log. */
export function RefundDialog({ payment, onClose }: { payment: UserPayment; onClose: () => void }) {
  const { id, provider, currency, refundable, amount, planName } = payment;
  const refresh = useRefreshAdmin();
  const check = (typed: Values): Checked<Values> => {
    const checked = checkBody(toBody(typed, payment));
    return 'values' in checked ? { values: typed } : checked;
  };
  const { field, shell } = useDialogForm<Values>({
    defaultValues: { amount: refundable.toFixed(2), reason: '' },
    check,
    send: async (typed) => {
      const body = refundPaymentBody.parse(toBody(typed, payment));
      // Also after a refusal, which may be because of what the list does not show yet.
      const sent = call(adminPaymentEndpoints.refund, { params: { id }, body }, { quiet: true });
      const { message } = await sent.finally(refresh);
      showToast({ title: message });
      onClose();
    },
    failure,
  });
  const { error, input } = field('amount');
  return (
    <FormDialog
      {...shell}
      title={`Refund ${formatAmount(amount, currency)}`}
      description={`${payeeNames[provider]} gives it back the way it came. They get a receipt and a mail. The whole of the current month ends ${planName ?? 'the plan'} at once; with a part it goes on. A later plan to which its unused days were credited ends earlier.`}
      submitLabel="Refund"
      pendingLabel="Refunding..."
      onClose={onClose}
    >
      <Field label="Amount" error={error} hint={`${currency}, at most ${formatAmount(refundable, currency)}`}>
        {(control) => <Input {...control} {...input} inputMode="decimal" autoComplete="off" />}
      </Field>
      <ReasonField {...field('reason')} />
    </FormDialog>
  );
}
