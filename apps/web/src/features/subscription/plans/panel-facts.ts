import { countConfigurations } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import type { CurrentSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { providerName } from '../money.ts';
import { findPaidPlan, getStanding, newestPaused, renewsByItself } from '../standing.ts';
import { afterEndText } from './status-facts.ts';

type PanelFacts = {
  badge: { tone: Tone; word: string };
  plan: string;
  renewal: string;
  notice?: { tone: 'neutral' | 'warn' | 'bad'; title?: string; text: string };
};

/** Plans with a lower id can be upgraded. */
const highestPlanId = 3;

const badges = {
  activating: { tone: 'accent', word: 'Activating' },
  trial: { tone: 'warn', word: 'Trial' },
  active: { tone: 'good', word: 'Active' },
  past_due: { tone: 'warn', word: 'Past due' },
  cancelled: { tone: 'bad', word: 'Canceled' },
  free: { tone: 'neutral', word: 'Free' },
} as const;

function upgradeHint(ownId: number, plans: readonly Plan[]): PanelFacts['notice'] {
  const next = plans.find(({ id }) => id > ownId);
  if (ownId >= highestPlanId || !next) return undefined;
  return {
    tone: 'neutral',
    text: `Need more room? ${next.name} has ${countConfigurations(next.maxConfigurations)}.`,
  };
}

function trialNotice({ trial, afterEnd }: CurrentSubscription, plans: readonly Plan[]): PanelFacts['notice'] {
  const days = trial.daysRemaining === 1 ? '1 day' : `${trial.daysRemaining} days`;
  const free = plans.find(({ tier }) => tier === 'free')?.name ?? 'Free';
  const paused = afterEnd?.willPause ? ` and ${newestPaused(afterEnd.willPause)}` : '';
  return {
    tone: 'warn',
    title: 'Trial Mode',
    text: `${days} remaining. After that you are on ${free}${paused}, unless you choose a plan.`,
  };
}

function nextRenewal({ startsAt, planName }: NonNullable<CurrentSubscription['next']>): string {
  return `${formatDay(startsAt)}, as ${planName}`;
}

/** Returns the facts in the panel of the current subscription. */
export function panelFacts(current: CurrentSubscription, plans: readonly Plan[]): PanelFacts {
  const standing = getStanding(current);
  const badge = badges[standing.is];
  const free = plans.find(({ tier }) => tier === 'free');
  const own = findPaidPlan(current);
  const hint = upgradeHint(own?.id ?? free?.id ?? 1, plans);
  const noticed = (notice: PanelFacts['notice']) => (notice ? { notice } : {});
  switch (standing.is) {
    case 'trial': {
      const basic = plans.find(({ tier }) => tier === 'basic')?.name ?? 'Basic';
      const plan = `${basic} features`;
      if (current.next) return { badge, plan, renewal: nextRenewal(current.next) };
      return { badge, plan, renewal: 'N/A', ...noticed(trialNotice(current, plans)) };
    }
    case 'cancelled': {
      const { current_period_end: end } = standing.paid;
      const title = `Access until ${formatDay(end)}`;
      const text = `Then ${afterEndText(current, plans)}`;
      return {
        badge,
        plan: standing.plan.name,
        renewal: 'Not Applicable',
        notice: { tone: 'bad', title, text },
      };
    }
    // No upgrade is offered here: the card above says what matters now.
    case 'past_due':
      return {
        badge,
        plan: standing.plan.name,
        renewal: `${formatDay(standing.paid.current_period_end)}, not paid`,
      };
    case 'active': {
      const { current_period_end: end } = standing.paid;
      if (current.next) return { badge, plan: standing.plan.name, renewal: nextRenewal(current.next) };
      const renewal = providerName(standing.paid.payment_provider) ? formatDay(end) : 'Not Applicable';
      return { badge, plan: standing.plan.name, renewal, ...noticed(hint) };
    }
    case 'activating':
      return { badge, plan: own?.name ?? standing.planName, renewal: 'N/A' };
    case 'free':
      return { badge, plan: free?.name ?? 'Free', renewal: 'N/A', ...noticed(hint) };
  }
}

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
