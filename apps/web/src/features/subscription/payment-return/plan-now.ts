import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { findPaidPlan } from '../standing.ts';
import type { Detail } from './result-card.tsx';

/** Returns the name of the user's present plan. */
export function planNow(current: CurrentSubscription): string {
  const own = findPaidPlan(current);
  if (own) return own.name;
  return current.trial.isActive
    ? `Trial until ${formatDay(current.trial.endsAt)}`
    : (current.plan?.name ?? 'Free');
}

/** Returns the details that are unchanged: the plan and its usage; empty where they could not be loaded. */
export function unchanged(current: CurrentSubscription | undefined, isKnown: boolean): Detail[] {
  if (isKnown && !current) return [];
  return [
    { term: 'Plan', value: current ? planNow(current) : null },
    {
      term: 'Configurations',
      value: current ? `${current.configsUsed} of ${current.configsAvailable}` : null,
    },
  ];
}
