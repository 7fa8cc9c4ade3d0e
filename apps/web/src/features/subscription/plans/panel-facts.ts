import { countConfigurations } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import type { CurrentSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { providerName } from '../money.ts';
import { findPaidPlan, newestPaused, renewsByItself, toSubscriptionState } from '../subscription-state.ts';
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
  const state = toSubscriptionState(current);
  const badge = badges[state.is];
  const free = plans.find(({ tier }) => tier === 'free');
  const own = findPaidPlan(current);
  const hint = upgradeHint(own?.id ?? free?.id ?? 1, plans);
  const noticed = (notice: PanelFacts['notice']) => (notice ? { notice } : {});
  switch (state.is) {
    case 'trial': {
      const basic = plans.find(({ tier }) => tier === 'basic')?.name ?? 'Basic';
      const plan = `${basic} features`;
      if (current.next) return { badge, plan, renewal: nextRenewal(current.next) };
      return { badge, plan, renewal: 'N/A', ...noticed(trialNotice(current, plans)) };
    }
    case 'cancelled': {
      const { current_period_end: end } = state.paid;
      const title = `Access until ${formatDay(end)}`;
      const text = `Then ${afterEndText(current, plans)}`;
      return {
        badge,
        plan: state.plan.name,
        renewal: 'Not Applicable',
        notice: { tone: 'bad', title, text },
      };
    }
    // No upgrade is offered here: the card above says what matters now.
    case 'past_due':
      return {
        badge,
        plan: state.plan.name,
        renewal: `${formatDay(state.paid.current_period_end)}, not paid`,
      };
    case 'active': {
      const { current_period_end: end } = state.paid;
      if (current.next) return { badge, plan: state.plan.name, renewal: nextRenewal(current.next) };
      const renewal = providerName(state.paid.payment_provider) ? formatDay(end) : 'Not Applicable';
      return { badge, plan: state.plan.name, renewal, ...noticed(hint) };
    }
    case 'activating':
      return { badge, plan: own?.name ?? state.planName, renewal: 'N/A' };
    case 'free':
      return { badge, plan: free?.name ?? 'Free', renewal: 'N/A', ...noticed(hint) };
  }
}

function describeState(current: CurrentSubscription): string {
  const state = toSubscriptionState(current);
  const then = current.next ? `, then ${current.next.planName} starts` : '';
  switch (state.is) {
    case 'activating':
      return `${state.planName} is being activated.`;
    case 'trial':
      return `Your trial goes on until ${formatDay(state.endsAt)}${then}.`;
    case 'free':
      return `You are on the ${current.plan?.name ?? 'Free'} plan.`;
    case 'past_due':
      return `A payment for ${state.plan.name} is overdue.`;
    default: {
      const { paid, plan } = state;
      const end = paid.current_period_end;
      if (!end) return `You are on ${plan.name}.`;
      if (then) return `You are on ${plan.name} until ${formatDay(end)}${then}.`;
      const renews = state.is === 'active' && renewsByItself(paid);
      return `You are on ${plan.name} until ${formatDay(end)}${renews ? ', when it renews' : ''}.`;
    }
  }
}

/** Returns the state of the subscription, in one line under the title of the page. */
export function planSubtitle(current: CurrentSubscription): string {
  const { configsUsed, configsAvailable } = current;
  const used = `${configsUsed} of ${countConfigurations(configsAvailable)} ${configsUsed === 1 ? 'is' : 'are'} used.`;
  return `${describeState(current)} ${used}`;
}
