import { Link } from '@tanstack/react-router';
import type { CurrentSubscription } from '../../api/subscription.queries.ts';
import { formatAmount } from '../../ui/amounts.ts';

type LastPaymentProps = { payment: NonNullable<CurrentSubscription['lastPayment']> };

/** The last payment and what was refunded of it, with its receipt where there is one. */
export function LastPayment({ payment: { amount, refunded, currency, receiptNumber } }: LastPaymentProps) {
  const isWhole = refunded >= amount;
  return (
    <>
      {isWhole ? (
        <s className="text-ink-2">{formatAmount(amount, currency)}</s>
      ) : (
        formatAmount(amount, currency)
      )}
      {isWhole && ' refunded'}
      {!isWhole && refunded > 0 && `, ${formatAmount(refunded, currency)} of it refunded`}
      {receiptNumber && (
        <>
          ,{' '}
          <Link
            to="/subscription/receipts/$number"
            params={{ number: receiptNumber }}
            className="inline! font-semi text-accent underline-offset-2 hover:underline"
          >
            Receipt
          </Link>
        </>
      )}
    </>
  );
}
