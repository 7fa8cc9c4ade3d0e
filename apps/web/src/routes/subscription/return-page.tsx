import { useSearch } from '@tanstack/react-router';
import {
  PaymentCancelled,
  PaymentSuccess,
} from '../../features/subscription/payment-return/payment-success.tsx';
import { ResultFrame } from '../../features/subscription/payment-return/result-card.tsx';
import { returnedFrom } from '../../features/subscription/payment-return/returned-from.ts';

/** The page after coming back from a provider, with or without paying. */
export function ReturnPage({ isPaid }: { isPaid: boolean }) {
  const search = useSearch({ strict: false });
  return (
    <ResultFrame>
      {isPaid ? <PaymentSuccess returned={returnedFrom(search)} /> : <PaymentCancelled />}
    </ResultFrame>
  );
}
