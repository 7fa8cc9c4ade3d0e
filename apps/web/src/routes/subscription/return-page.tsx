import { useLocation, useSearch } from '@tanstack/react-router';
import { PaymentCancelled } from '../../features/subscription/payment-return/payment-cancelled.tsx';
import { PaymentSuccess } from '../../features/subscription/payment-return/payment-success.tsx';
import { ResultFrame } from '../../features/subscription/payment-return/result-card.tsx';
import { returnedFrom } from '../../features/subscription/payment-return/returned-from.ts';

/** Back from paying, or from not paying. */
export function ReturnPage() {
  const { pathname } = useLocation();
  const search = useSearch({ strict: false });
  return (
    <ResultFrame>
      {pathname === '/subscription/cancel' ? (
        <PaymentCancelled />
      ) : (
        <PaymentSuccess returned={returnedFrom(search)} />
      )}
    </ResultFrame>
  );
}
