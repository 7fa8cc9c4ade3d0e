import { countConfigurations, graceEnd } from '@picksync/contracts';
import type { CurrentSubscription, PaidSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { formatPrice, inDays, listPrice, perCycle, providerName } from '../money.ts';
import { newestPaused, renewsByItself, toSubscriptionState } from '../subscription-state.ts';
import {
  afterTrialFacts,
  beforeNextFacts,
  type Fact,
  type StatusFacts,
  type StatusNote,
} from './next-facts.ts';

type Known = { current: CurrentSubscription; plans: readonly Plan[]; now: Date };

/** Returns the facts of the status card. */
export function statusFacts(known: Known): StatusFacts {
  const { current, plans } = known;
  const state = toSubscriptionState(current);
  if (state.is === 'activating') return activatingFacts(known, state.planName);
  if (state.is === 'trial') return trialFacts(known, state.endsAt);
  if (state.is === 'free') return freeFacts(known);
  const { paid, plan } = state;
  const cycle = perCycle(plans.find(({ id }) => id === plan.id)?.billingCycle ?? 'monthly');
  const facts = {
    paid,
    name: plan.name,
    usage: roomText(current, plan.name),
    billing: describeBilling(paid, cycle),
  };
  if (current.next) return { ...activeFacts(known, facts), ...beforeNextFacts(known, facts, current.next) };
  if (state.is === 'cancelled') return cancelledFacts(known, facts);
  return state.is === 'past_due' ? lateFacts(facts) : activeFacts(known, facts);
}

type PaidFacts = { paid: PaidSubscription; name: string; usage: string; billing: Fact };

function describeBilling(paid: PaidSubscription, cycle: string): Fact {
  const provider = providerName(paid.payment_provider);
  if (provider)
    return { value: `${formatPrice(paid.price, paid.currency)} ${cycle}`, note: `by ${provider}` };
  const { grantedFor } = paid;
  if (grantedFor) {
    const { amount, currency, at } = grantedFor;
    return { value: `${formatPrice(amount, currency)} once`, note: `paid on ${formatDay(at)}` };
  }
  const byHand = paid.payment_provider === 'manual';
  return { value: 'Nothing to pay', note: byHand ? 'given to you by support' : 'for this period' };
}

function roomText(
  { configsUsed, configsAvailable, pausedByPlan }: CurrentSubscription,
  plan: string,
): string {
  if (pausedByPlan > 0)
    return `${pausedByPlan} more ${pausedByPlan === 1 ? 'is' : 'are'} paused, ${plan} holds ${configsAvailable}`;
  const room = configsAvailable - configsUsed;
  return room > 0 ? `Room for ${room} more` : 'No room for more';
}

function freeName(plans: readonly Plan[]): string {
  return plans.find(({ tier }) => tier === 'free')?.name ?? 'Free';
}

function dated(iso: string | null, now: Date): Fact {
  return { value: formatDay(iso), ...(iso && { note: inDays(iso, now) }) };
}

/** Returns what happens when a plan ends by itself. */
export function afterEndText({ afterEnd }: CurrentSubscription, plans: readonly Plan[]): string {
  const paused = afterEnd?.willPause ? ` and ${newestPaused(afterEnd.willPause)}` : '';
  return `you are on ${freeName(plans)}${paused}. Nothing is deleted.`;
}

function activeFacts({ current, plans, now }: Known, { paid, ...facts }: PaidFacts): StatusFacts {
  const end = paid.current_period_end;
  const renews = renewsByItself(paid);
  const byLink = paid.payment_provider === 'razorpay';
  const label = renews ? 'Next billing date' : byLink ? 'Paid until' : 'Runs until';
  const unending = { value: 'No end date' };
  const renewal = `One payment by Razorpay covers one period. Renew by ${formatDay(end)}; until ${formatDay(end && graceEnd(new Date(end)).toISOString())} everything goes on as before.`;
  return {
    ...facts,
    badge: { tone: 'good', text: 'Active Subscription' },
    detail:
      renews && end
        ? `Renews ${formatDay(end)}`
        : byLink
          ? 'Paid period by period'
          : 'Does not renew by itself',
    date: { label, ...(end ? dated(end, now) : unending) },
    ...(paid.canRenew && { note: { text: renewal, actions: ['renew'] } }),
    ...(current.afterEnd && end && { note: endNote(`After ${formatDay(end)} `, { current, plans }) }),
  };
}

/** Returns what comes after the end, with the automations that are paused then. */
function endNote(begin: string, { current, plans }: Pick<Known, 'current' | 'plans'>): StatusNote {
  const free = plans.find(({ tier }) => tier === 'free');
  return {
    text: `${begin}${afterEndText(current, plans)}`,
    actions: [],
    ...(free && current.afterEnd?.willPause && { affectsByPlan: free.id }),
  };
}

function cancelledFacts({ current, plans, now }: Known, { paid, ...facts }: PaidFacts): StatusFacts {
  const end = paid.current_period_end;
  const limit = current.afterEnd?.limit;
  return {
    ...facts,
    badge: { tone: 'bad', text: 'Subscription Canceled' },
    detail: `Access until ${formatDay(end)}`,
    billing: { value: 'Stopped', note: 'nothing more is charged' },
    date: { label: 'Access until', ...dated(end, now) },
    ...(limit !== undefined && { usage: `${Math.min(current.configsUsed, limit)} of ${limit} after that` }),
    note: cancelledNote({ current, plans }, paid, facts.name),
  };
}

function cancelledNote(
  known: Pick<Known, 'current' | 'plans'>,
  { canResume, payment_provider: provider, current_period_end: end }: PaidSubscription,
  name: string,
): StatusNote {
  const note = endNote('After that ', known);
  if (canResume) return { ...note, actions: ['resume'] };
  const why =
    provider === 'paypal' ? `PayPal has ended this subscription for good, so it cannot be resumed. ` : '';
  const instead = `To keep ${name} after ${formatDay(end)}, subscribe again: your unused days are taken off the price.`;
  return { ...note, text: `${note.text} ${why}${instead}`, actions: ['subscribe'] };
}

function lateFacts({ paid, ...facts }: PaidFacts): StatusFacts {
  const until = formatDay(paid.graceEndsAt);
  return {
    ...facts,
    badge: { tone: 'warn', text: 'Payment overdue' },
    detail: `Goes on until ${until}`,
    date: { label: 'Was due on', value: formatDay(paid.current_period_end), note: 'not paid yet' },
    note: renewsByItself(paid)
      ? {
          text: `PayPal could not charge you. Check how you pay there, or pay another way, by ${until}; everything goes on until then.`,
          actions: ['payAnotherWay'],
        }
      : {
          text: `Renew by ${until}; everything goes on as before until then.`,
          actions: paid.canRenew ? ['renew'] : [],
        },
  };
}

function activatingFacts({ current, plans }: Known, planName: string): StatusFacts {
  const { pending, plan, trial } = current;
  const next = plans.find(({ id }) => id === pending?.planId);
  const provider = providerName(pending?.payment_provider ?? null);
  const before = trial.isActive ? 'Your trial' : (plan?.name ?? freeName(plans));
  return {
    badge: { tone: 'accent', text: 'Activating your subscription', isBusy: true },
    name: planName,
    detail: `${before} goes on until then`,
    billing: {
      value: next ? listPrice(next) : 'N/A',
      ...(provider && { note: `by ${provider}` }),
    },
    date: { label: 'Next billing date', value: 'N/A', note: 'known once it is active' },
    usage: next ? `${next.maxConfigurations} as soon as ${planName} is active` : roomText(current, before),
  };
}

function trialFacts({ current, plans, now }: Known, endsAt: string | null): StatusFacts {
  const basic = plans.find(({ tier }) => tier === 'basic')?.name ?? 'Basic';
  const { next, afterEnd } = current;
  return {
    badge: { tone: 'warn', text: `Trial - Expires ${formatDay(endsAt)}` },
    name: 'Trial',
    detail: `with the ${basic} features`,
    billing: { value: 'Nothing to pay', note: 'until you choose a plan' },
    date: { label: 'Trial ends on', ...dated(endsAt, now) },
    usage: roomText(current, 'the trial'),
    ...(next && afterTrialFacts(next, now)),
    ...(!next && afterEnd?.willPause && { note: endNote('After your trial ', { current, plans }) }),
  };
}

function freeFacts({ current, plans }: Known): StatusFacts {
  const own = plans.find(({ tier }) => tier === 'free');
  const name = freeName(plans);
  return {
    badge: { tone: 'neutral', text: 'Free Plan - Limited features' },
    name,
    detail: countConfigurations(current.configsAvailable),
    billing: {
      value: `${formatPrice(0, own?.currency ?? 'USD')} ${perCycle(own?.billingCycle ?? 'monthly')}`,
    },
    date: { label: 'Checked', value: 'Every 15 minutes' },
    usage: roomText(current, name),
  };
}
