import { Button } from '@picksync/ui/button.tsx';
import type { ReactNode } from 'react';
import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import type { Payment } from './payment-status.ts';
import type { phaseLook } from './phase-look.tsx';
import { planNow } from './plan-now.ts';
import { ToCheckout, ToContact } from './result-actions.tsx';
import { ResultCard } from './result-card.tsx';

type FailedPaymentProps = {
  payment: Payment;
  look: Omit<ReturnType<typeof phaseLook>, 'badge'>;
  status: { term: string; value: ReactNode };
  /** The unchanged subscription; null while it is loading, undefined where it could not be loaded. */
  current: CurrentSubscription | null | undefined;
  /** Null when nothing was paid: then the user goes back to the checkout. */
  retry: (() => void) | null;
};

function getReference(payment: Payment): string {
  return payment.from === 'paypal' ? payment.subscriptionId : payment.link.payment_link_id;
}

/** The result of a failed payment, with the unchanged plan and the id for support. */
export function FailedPayment({ payment, look, status, current, retry }: FailedPaymentProps) {
  const isKnown = current !== undefined;
  const plan = current && `${planNow(current)}, as before`;
  const quota = current && `${current.configsUsed} of ${current.configsAvailable}`;
  return (
    <ResultCard
      {...look}
      details={[
        status,
        ...(isKnown ? [{ term: 'Plan', value: plan }] : []),
        { term: 'Reference for support', value: getReference(payment) },
        ...(isKnown ? [{ term: 'Configurations', value: quota }] : []),
      ]}
      actions={
        <>
          <ToContact />
          {retry ? (
            <Button variant="primary" onClick={retry}>
              Try Again
            </Button>
          ) : (
            <ToCheckout planId={payment.planId} />
          )}
        </>
      }
    />
  );
}
