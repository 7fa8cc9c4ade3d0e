import { adminPaymentEndpoints, settlePaymentBody } from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import type { PaymentToSettle } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { ProviderPageLink } from '../admin-cells.tsx';
import { payeeNames, toNumber } from '../admin-texts.ts';
import { ReasonField, useAdminForm } from '../use-admin-form.tsx';

type Way = PaymentToSettle['ways'][number];

/** Returns the label of each way to settle a payment, and what it does. */
function wayWords({
  planName,
  provider,
  kind,
}: PaymentToSettle): Record<Way, { label: string; hint: string }> {
  const payee = payeeNames[provider];
  const isRefused = kind === 'refund_refused';
  return {
    grant: {
      label: `Grant ${planName ?? 'the plan'}`,
      hint: 'For a month: a new plan that does not renew, or one more month of the plan they have. They get a receipt.',
    },
    give_back: isRefused
      ? { label: 'Ask again', hint: `${payee} is asked once more to give it back.` }
      : {
          label: 'Give it back',
          hint: `${payee} is told to give back the whole of it, and is asked until it has. The payer is told by mail.`,
        },
    record_refund: {
      label: 'Enter what is back',
      hint: isRefused
        ? 'You gave it back in another way. The books have the refund, with a receipt where the payment has one.'
        : `You have read the amount at ${payee}. The books have the refund, with a receipt where the payment has one.`,
    },
    settled: { label: 'Mark as settled', hint: settledHint(kind, payee) },
  };
}

function settledHint(kind: PaymentToSettle['kind'], payee: string): string {
  if (kind === 'unlisted') return `You have seen at ${payee} that it was paid, or have dealt with it there.`;
  if (kind === 'refund_refused') return `Nothing is done here, and ${payee} is not asked again.`;
  return kind === 'partly_refunded'
    ? 'Nothing changes in the books; a refund of the rest is still taken over.'
    : `Nothing is done here, because you gave it back at ${payee}’s page or agreed on something else.`;
}

/** What the form holds: inputs may stay empty. */
type SettleValues = { how: Way; reason: string; refunded: string };

function toBody({ how, reason, refunded }: SettleValues) {
  return { how, reason, ...(how === 'record_refund' && { refunded: toNumber(refunded) }) };
}

const check = checkWith(settlePaymentBody);

/** Settles a payment: the ways to do so, what each does, and the reason for the log. */
export function SettleDialog({ payment, onClose }: { payment: PaymentToSettle; onClose: () => void }) {
  const { id, ways, why, amount, currency, email, mostRefunded } = payment;
  const { form, field, shell } = useAdminForm({
    defaultValues: { how: ways[0] ?? 'settled', reason: '', refunded: '' },
    check: (typed: SettleValues) => check(toBody(typed)),
    send: (body) => call(adminPaymentEndpoints.settle, { params: { id }, body }),
    failure: { title: 'Not settled', text: 'The payment could not be settled. Please try again.' },
    onClose,
  });
  const how = form.watch('how');
  const words = wayWords(payment);
  return (
    <FormDialog
      {...shell}
      title={`Settle ${formatAmount(amount, currency)} from ${email ?? 'a deleted account'}`}
      description={why}
      submitLabel={words[how].label}
      pendingLabel="Settling..."
    >
      <RadioCards
        label="What is done about it"
        columns={1}
        value={how}
        onChange={(chosen) => form.setValue('how', chosen)}
        options={ways.map((value) => ({ value, ...words[value] }))}
      />
      {how === 'record_refund' && (
        <TextField
          label="Given back"
          hint={`${currency}, at most ${formatAmount(mostRefunded, currency)}`}
          {...field('refunded')}
          inputMode="decimal"
        />
      )}
      <div>
        <ProviderPageLink provider={payment.provider} page={payment.providerPage} about={payment.paymentId} />
      </div>
      <ReasonField {...field('reason')} />
    </FormDialog>
  );
}
