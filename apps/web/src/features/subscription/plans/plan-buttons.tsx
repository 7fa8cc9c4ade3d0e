import { paymentProviderLabels } from '@picksync/contracts';
import { Button, type ButtonLook } from '@picksync/ui/button.tsx';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { Check } from 'lucide-react';
import type { CurrentSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatPrice } from '../money.ts';
import type { StatusAction as Action } from './next-facts.ts';
import type { PlanOffer } from './plan-offer.ts';
import type { PlanActions } from './use-plan-actions.ts';

type PlanActionProps = { plan: Plan; offer: PlanOffer; actions: PlanActions };

/** The action under a plan: a button, a mark, or the reason why there is none. */
export function PlanAction({ plan, offer, actions }: PlanActionProps) {
  const checkOut = actions.checkOut(plan.id);
  switch (offer.is) {
    case 'current':
      return (
        <p className="flex min-h-8.5 items-center gap-1.5 text-sm font-semi text-accent">
          <Check aria-hidden="true" className="size-4 shrink-0" />
          Current Plan
        </p>
      );
    case 'activating':
      return (
        <p className="flex min-h-8.5 items-center gap-2 text-sm font-semi text-ink-2">
          <Spinner className="size-3.5" />
          Activating...
        </p>
      );
    case 'resume':
      // The column is narrower than the words of the card.
      return <ResumeButton actions={actions} variant="primary" label="Resume" />;
    case 'renew':
      return (
        <Button variant="primary" aria-label={`Renew, ${plan.name}`} onClick={checkOut}>
          Renew
        </Button>
      );
    case 'text':
      return (
        <div className="grid justify-items-start gap-1 text-xs text-ink-2">
          <p>{offer.text}</p>
          {offer.canChange && (
            <Button size="sm" variant="quiet" className="-ms-2" onClick={checkOut}>
              Change to {plan.name}
            </Button>
          )}
          {offer.canStartNow && (
            <Button
              size="sm"
              variant="quiet"
              className="-ms-2"
              aria-label={`Start today, ${plan.name}`}
              onClick={checkOut}
            >
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

type StatusActionProps = { action: Action; current: CurrentSubscription; actions: PlanActions };

/** A button of the status card. */
export function StatusAction({ action, current: { plan, subscription, next }, actions }: StatusActionProps) {
  const ownId = plan?.id ?? 0;
  const nextId = next?.planId ?? 0;
  switch (action) {
    case 'resume':
      return <ResumeButton actions={actions} variant="primary" />;
    case 'stay':
      return <ResumeButton actions={actions} variant="primary" label={`Stay on ${plan?.name}`} />;
    case 'subscribe':
      return <Button onClick={actions.checkOut(ownId)}>Subscribe again</Button>;
    case 'payAnotherWay':
      return (
        <Button variant="primary" onClick={actions.checkOut(ownId)}>
          Pay another way
        </Button>
      );
    case 'renew':
      return (
        subscription && (
          <Button variant="primary" onClick={actions.checkOut(ownId)}>
            Renew for {formatPrice(subscription.renewalAmount ?? subscription.price, subscription.currency)}
          </Button>
        )
      );
    case 'payNext':
      return (
        next && (
          <Button onClick={actions.checkOut(nextId)}>
            Pay {formatPrice(next.firstAmount, next.currency)} for {next.planName}
          </Button>
        )
      );
    case 'startNow':
      return <Button onClick={actions.checkOut(nextId)}>Start today</Button>;
    case 'payWithOther':
      return (
        subscription?.movableTo && (
          <Button onClick={actions.checkOut(ownId)}>
            Pay with {paymentProviderLabels[subscription.movableTo]} instead
          </Button>
        )
      );
    case 'cancel':
      return <Button onClick={actions.askToCancel}>Cancel Subscription</Button>;
  }
}

type ResumeButtonProps = Pick<ButtonLook, 'variant'> & { actions: PlanActions; label?: string };

/** The button that takes back a cancellation or a booked plan. */
function ResumeButton({ actions, label = 'Resume Subscription', ...look }: ResumeButtonProps) {
  return (
    <Button {...look} pending={actions.isResuming} pendingLabel="Resuming..." onClick={actions.resume}>
      {label}
    </Button>
  );
}
