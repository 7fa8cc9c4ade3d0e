import { Badge } from '@picksync/ui/badge.tsx';
import { CalendarClock } from 'lucide-react';
import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { formatPrice, perCycle, providerName } from '../money.ts';
import { ActivePlan } from './active-plan.tsx';
import { planNow } from './plan-now.ts';
import { ToDashboard, ToSubscription } from './result-actions.tsx';
import { ResultCard } from './result-card.tsx';

type BookedPlanProps = { current: CurrentSubscription; next: NonNullable<CurrentSubscription['next']> };

/** Shown when a plan is booked and begins on a later day. */
function BookedPlan({ current, next }: BookedPlanProps) {
  const day = formatDay(next.startsAt);
  const provider = providerName(next.payment_provider);
  const price = `${formatPrice(next.price, next.currency)} ${perCycle('monthly')}`;
  return (
    <ResultCard
      tone="good"
      icon={<CalendarClock />}
      title={`Thank you. ${next.planName} starts on ${day}.`}
      text="Nothing is charged before, and until then everything stays as it is."
      details={[
        { term: 'Status', value: <Badge tone="neutral">Booked</Badge> },
        { term: 'Until then', value: planNow(current) },
        { term: 'Billing', value: provider ? `${price} by ${provider}` : price },
        { term: 'First payment', value: `${formatPrice(next.firstAmount, next.currency)} on ${day}` },
        { term: 'Configurations', value: `${next.limit} from ${day}` },
      ]}
      actions={
        <>
          <ToSubscription label="View Subscription" />
          <ToDashboard primary />
        </>
      }
    />
  );
}

/** The plan that was bought: booked for a later day, or active. */
export function BoughtPlan({ current, planId }: { current: CurrentSubscription; planId: number }) {
  const { next } = current;
  return next?.planId === planId ? <BookedPlan {...{ current, next }} /> : <ActivePlan current={current} />;
}
