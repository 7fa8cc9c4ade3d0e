import { pluralize } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Check } from 'lucide-react';
import { type CurrentSubscription, plansQuery } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { LastPayment } from '../last-payment.tsx';
import { formatPrice, perCycle, providerName } from '../money.ts';
import { renewsByItself } from '../subscription-state.ts';
import { BoughtLinks, type Detail, planNow, ResultCard } from './result-card.tsx';

const mostCells = 10;

/** The used part of the limit, as cells where they can be counted at a glance. */
function Quota({ used, available }: { used: number; available: number }) {
  const cells = Array.from({ length: available <= mostCells ? available : 0 }, (_, place) => place);
  return (
    <span className="flex items-center justify-end gap-2.5">
      <span aria-hidden="true" className="flex gap-[3px]">
        {cells.map((place) => (
          <span
            key={place}
            className={cx(
              'h-3.5 w-[9px] rounded-[3px] border border-accent',
              place < used ? 'bg-accent' : 'bg-accent-soft',
            )}
          />
        ))}
      </span>
      {used} of {available}
    </span>
  );
}

function billingRows({ subscription, lastPayment, plan }: CurrentSubscription, cycle: string): Detail[] {
  if (!subscription || !plan) return [];
  const provider = providerName(subscription.payment_provider);
  const price = `${formatPrice(subscription.price, subscription.currency)} ${cycle}`;
  const end = subscription.current_period_end;
  const paid: Detail[] =
    provider && lastPayment ? [{ term: 'Paid', value: <LastPayment payment={lastPayment} /> }] : [];
  return [
    { term: 'Billing', value: provider ? `${price} by ${provider}` : 'Nothing to pay for this period' },
    ...paid,
    renewsByItself(subscription)
      ? { term: 'Next billing date', value: formatDay(end) }
      : { term: provider ? 'Paid until' : 'Runs until', value: formatDay(end) },
  ];
}

/** Shown when the plan is active. */
function ActivePlan({ current }: { current: CurrentSubscription }) {
  const { data: plans } = useQuery(plansQuery);
  const cycle = perCycle(plans?.find(({ id }) => id === current.plan?.id)?.billingCycle ?? 'monthly');
  const { configsUsed: used, configsAvailable: available } = current;
  return (
    <ResultCard
      tone="good"
      icon={<Check />}
      title={`Thank you. ${current.plan?.name ?? 'Your plan'} is yours.`}
      text={`Room for ${pluralize(available, 'automation')}, followed in real time.`}
      progress={{ step: 3 }}
      details={[
        { term: 'Status', value: <Badge tone="good">Active</Badge> },
        { term: 'Plan', value: current.plan?.name ?? 'N/A' },
        ...billingRows(current, cycle),
        { term: 'Configurations', value: <Quota used={used} available={available} /> },
      ]}
      actions={<BoughtLinks />}
    />
  );
}

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
      actions={<BoughtLinks />}
    />
  );
}

/** The plan that was bought: booked for a later day, or active. */
export function BoughtPlan({ current, planId }: { current: CurrentSubscription; planId: number }) {
  const { next } = current;
  return next?.planId === planId ? <BookedPlan {...{ current, next }} /> : <ActivePlan current={current} />;
}
