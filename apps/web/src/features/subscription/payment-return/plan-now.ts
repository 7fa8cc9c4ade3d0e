import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { paidPlanOf } from '../standing.ts';
import type { Detail } from './result-card.tsx';

/** What somebody has now, in a word. */
export function planNow(current: CurrentSubscription): string {
  const own = paidPlanOf(current);
  if (own) return own.name;
  return current.trial.isActive
    ? `Trial until ${formatDay(current.trial.endsAt)}`
    : (current.plan?.name ?? 'Free');
}

/** What nobody has changed: the plan and what it holds. Nothing where it could not be looked up. */
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
