import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { currentQuery } from '../../../api/subscription.queries.ts';
import { unchanged } from './plan-now.ts';
import { ToDashboard, ToSubscription } from './result-actions.tsx';
import { ResultCard } from './result-card.tsx';

/** The page after coming back from the provider without paying. */
export function PaymentCancelled() {
  const { data: current, isPending } = useQuery(currentQuery.afterPaying);
  return (
    <ResultCard
      tone="neutral"
      icon={<X />}
      title="Payment Cancelled"
      text="You were not charged. Everything is as it was."
      details={unchanged(current, !isPending)}
      actions={
        <>
          <ToDashboard />
          <ToSubscription primary label="View Plans" />
        </>
      }
    />
  );
}
