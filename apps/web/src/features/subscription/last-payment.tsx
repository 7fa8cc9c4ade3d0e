import { Link } from '@tanstack/react-router';
import type { CurrentSubscription } from '../../api/subscription.queries.ts';
import { formatAmount } from '../../ui/amounts.ts';
import { Sentence } from '../../ui/sentence.tsx';

type LastPaymentProps = { payment: NonNullable<CurrentSubscription['lastPayment']> };

/** The last payment and what was refunded of it, with its receipt where there is one. */
export function LastPayment({ payment: { amount, refunded, currency, receiptNumber } }: LastPaymentProps) {
  const paid = formatAmount(amount, currency);
  const text =
    refunded >= amount
      ? `<struck>${paid}</struck> refunded`
      : [paid, ...(refunded > 0 ? [`${formatAmount(refunded, currency)} of it refunded`] : [])].join(', ');
  const receipt = (words: string) => (
    <Link
      to="/subscription/receipts/$number"
      params={{ number: receiptNumber ?? '' }}
      className="inline! font-semi text-accent underline-offset-2 hover:underline"
    >
      {words}
    </Link>
  );
  return (
    <Sentence
      text={receiptNumber ? `${text}, <receipt>Receipt</receipt>` : text}
      parts={{ struck: (words) => <s className="text-ink-2">{words}</s>, receipt }}
    />
  );
}
