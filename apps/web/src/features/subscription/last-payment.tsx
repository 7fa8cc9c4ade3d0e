import { Link } from '@tanstack/react-router';
import type { CurrentSubscription } from '../../api/subscription.queries.ts';
import { formatAmount } from '../../ui/amounts.ts';

type LastPaymentProps = { payment: NonNullable<CurrentSubscription['lastPayment']> };

/** The last payment, with its receipt where there is one. */
export function LastPayment({ payment: { amount, currency, receiptNumber } }: LastPaymentProps) {
  return (
    <>
      {formatAmount(amount, currency)}
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
