import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { plansQuery } from '../../../api/subscription.queries.ts';
import { PlanCheckout } from './plan-checkout.tsx';

type CheckoutDialogProps = { planId: number; onClose: () => void };

/** The checkout of the plan that the address names. */
export function CheckoutDialog({ planId, onClose }: CheckoutDialogProps) {
  const { data: plans } = useSuspenseQuery(plansQuery);
  const plan = plans.find(({ id }) => id === planId);
  if (plan && plan.tier !== 'free') return <PlanCheckout key={planId} plan={plan} onClose={onClose} />;
  return (
    <Dialog
      open
      inAddress
      onOpenChange={onClose}
      title="This plan cannot be bought"
      description="Please choose one of the others."
      footer={
        <Button variant="primary" onClick={onClose}>
          View Plans
        </Button>
      }
    />
  );
}
