import { Button } from '@picksync/ui/button.tsx';
import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import { formatPrice } from '../money.ts';
import type { StatusAction as Action } from './next-facts.ts';
import { ResumeButton } from './resume-button.tsx';
import type { PlanActions } from './use-plan-actions.ts';

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
      return <Button onClick={actions.checkOut(ownId)}>Pay another way</Button>;
    case 'renew':
      return (
        subscription && (
          <Button variant="primary" onClick={actions.checkOut(ownId)}>
            Renew for {formatPrice(subscription.price, subscription.currency)}
          </Button>
        )
      );
    case 'payNext':
      return (
        next && (
          <Button onClick={actions.checkOut(nextId)}>
            Pay {formatPrice(next.price, next.currency)} for {next.planName}
          </Button>
        )
      );
    case 'startNow':
      return <Button onClick={actions.checkOut(nextId)}>Start today</Button>;
    case 'takeBack':
      return (
        <Button className="text-bad!" onClick={actions.askToCancel}>
          Cancel Subscription
        </Button>
      );
  }
}
