import { Button } from '@picksync/ui/button.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { Check } from 'lucide-react';
import type { Plan } from '../../../api/subscription.queries.ts';
import type { PlanOffer } from './plan-offer.ts';
import { ResumeButton } from './resume-button.tsx';
import type { PlanActions } from './use-plan-actions.ts';

type PlanActionProps = { plan: Plan; offer: PlanOffer; actions: PlanActions };

/** The action under a plan: a button, a mark, or the reason why there is none. */
export function PlanAction({ plan, offer, actions }: PlanActionProps) {
  const checkOut = actions.checkOut(plan.id);
  switch (offer.is) {
    case 'current':
      return (
        <p className="flex items-center justify-center gap-2 text-sm font-semi text-accent">
          <Check aria-hidden="true" className="size-4" />
          Current Plan
        </p>
      );
    case 'activating':
      return (
        <p className="flex items-center justify-center gap-2 text-sm font-semi text-ink-2">
          <Spinner className="size-3.5" />
          Activating...
        </p>
      );
    case 'resume':
      return <ResumeButton actions={actions} variant="primary" />;
    case 'renew':
      return (
        <Button variant="primary" aria-label={`Renew, ${plan.name}`} onClick={checkOut}>
          Renew
        </Button>
      );
    case 'text':
      return (
        <div className="grid justify-items-center gap-1 text-center text-sm text-ink-2">
          <p>{offer.text}</p>
          {offer.canChange && (
            <Button size="sm" variant="quiet" onClick={checkOut}>
              Change to {plan.name}
            </Button>
          )}
          {offer.canStartNow && (
            <Button size="sm" variant="quiet" aria-label={`Start today, ${plan.name}`} onClick={checkOut}>
              Start today
            </Button>
          )}
        </div>
      );
    case 'subscribe':
    case 'upgrade': {
      const label = offer.is === 'upgrade' ? 'Upgrade Now' : 'Subscribe';
      return (
        <Button
          variant={offer.isMain ? 'primary' : 'secondary'}
          disabled={offer.isBlocked}
          aria-label={`${label}, ${plan.name}`}
          onClick={checkOut}
        >
          {label}
        </Button>
      );
    }
  }
}
