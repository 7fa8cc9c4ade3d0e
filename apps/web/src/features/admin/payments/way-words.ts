import type { PaymentToSettle } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { payeeNames } from '../payee-names.ts';

export type Way = PaymentToSettle['ways'][number];

export function settleTitle({ amount, currency, email }: PaymentToSettle): string {
  return `Settle ${formatAmount(amount, currency)} from ${email ?? 'a deleted account'}`;
}

/** Returns the label of each way to settle a payment, and what it does. */
export function wayWords({
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
    settled: {
      label: 'Mark as settled',
      hint: settledHint(kind, payee),
    },
  };
}

function settledHint(kind: PaymentToSettle['kind'], payee: string): string {
  if (kind === 'unlisted') return `You have seen at ${payee} that it was paid, or have dealt with it there.`;
  if (kind === 'refund_refused') return `Nothing is done here, and ${payee} is not asked again.`;
  return kind === 'partly_refunded'
    ? 'Nothing changes in the books; a refund of the rest is still taken over.'
    : `Nothing is done here, because you gave it back at ${payee}’s page or agreed on something else.`;
}
