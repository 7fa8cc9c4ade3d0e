import { countConfigurations } from '@picksync/contracts';
import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { getStanding, renewsByItself } from '../standing.ts';

function standingText(current: CurrentSubscription): string {
  const standing = getStanding(current);
  const then = current.next ? `, then ${current.next.planName} starts` : '';
  switch (standing.is) {
    case 'activating':
      return `${standing.planName} is being activated.`;
    case 'trial':
      return `Your trial goes on until ${formatDay(standing.endsAt)}${then}.`;
    case 'free':
      return `You are on the ${current.plan?.name ?? 'Free'} plan.`;
    case 'past_due':
      return `A payment for ${standing.plan.name} is overdue.`;
    default: {
      const { paid, plan } = standing;
      const end = paid.current_period_end;
      if (!end) return `You are on ${plan.name}.`;
      if (then) return `You are on ${plan.name} until ${formatDay(end)}${then}.`;
      const renews = standing.is === 'active' && renewsByItself(paid);
      return `You are on ${plan.name} until ${formatDay(end)}${renews ? ', when it renews' : ''}.`;
    }
  }
}

/** Returns the state of the subscription, in one line under the title of the page. */
export function planSubtitle(current: CurrentSubscription): string {
  const { configsUsed, configsAvailable } = current;
  const used = `${configsUsed} of ${countConfigurations(configsAvailable)} ${configsUsed === 1 ? 'is' : 'are'} used.`;
  return `${standingText(current)} ${used}`;
}
