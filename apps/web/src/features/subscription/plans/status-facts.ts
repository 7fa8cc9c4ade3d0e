import { countConfigurations, graceEnd, pluralize } from '@picksync/contracts';
import type { CurrentSubscription, PaidSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatDay, formatDaysUntil } from '../../../ui/dates.ts';
import { formatPrice, listPrice, perCycle, providerName } from '../money.ts';
import { newestPaused, renewsByItself, toSubscriptionState } from '../subscription-state.ts';
import {
  afterTrialFacts,
  beforeNextFacts,
  type Fact,
  type StatusAction,
  type StatusFacts,
  type StatusNote,
} from './next-facts.ts';

/** Plans with a lower id can be upgraded. */
const highestPlanId = 3;

type Known = { current: CurrentSubscription; plans: readonly Plan[]; now: Date };

/** Returns the facts of the current subscription. */
export function statusFacts(known: Known): StatusFacts {
  const { current, plans } = known;
  const state = toSubscriptionState(current);
  if (state.is === 'activating') return activatingFacts(known, state.planName);
  if (state.is === 'trial') return trialFacts(known, state);
  if (state.is === 'free') return freeFacts(known);
  const { paid, plan } = state;
  const cycle = perCycle(plans.find(({ id }) => id === plan.id)?.billingCycle ?? 'monthly');
  const facts = {
    paid,
    plan,
    usage: roomText(current, plan.name),
    billing: describeBilling(paid, cycle),
  };
  if (current.next)
    return {
      badge: activeBadge,
      ...beforeNextFacts({ paid, name: plan.name, billing: facts.billing }, current.next),
    };
  if (state.is === 'cancelled') return cancelledFacts(known, facts);
  return state.is === 'past_due' ? lateFacts(facts) : activeFacts(known, facts);
}

const activeBadge = { tone: 'good', text: 'Active Subscription' } as const;

type PaidFacts = { paid: PaidSubscription; plan: { id: number; name: string }; usage: string; billing: Fact };

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
  return { value: formatDay(iso), ...(iso && { note: formatDaysUntil(iso, now) }) };
}

/** Returns what happens when a plan ends by itself. */
function afterEndText({ afterEnd }: CurrentSubscription, plans: readonly Plan[]): string {
  const paused = afterEnd?.willPause ? ` and ${newestPaused(afterEnd.willPause)}` : '';
  return `you are on ${freeName(plans)}${paused}. Nothing is deleted.`;
}

/** Returns what a larger plan has; undefined when there is none. */
function upgradeHint(ownId: number, plans: readonly Plan[]): string | undefined {
  const next = plans.find(({ id }) => id > ownId);
  if (ownId >= highestPlanId || !next) return undefined;
  const own = plans.find(({ id }) => id === ownId);
  if (next.tier === 'premium' && own?.tier === 'basic')
    return `Need filters, labels or more than ${own.maxConfigurations}? ${next.name} has them.`;
  return `Need more room? ${next.name} has ${countConfigurations(next.maxConfigurations)}.`;
}

function activeDate(
  { payment_provider: provider, ...paid }: PaidSubscription,
  now: Date,
): StatusFacts['date'] {
  const end = paid.current_period_end;
  if (!end) return { label: 'Renewal date', value: 'Not Applicable', note: 'no end date' };
  if (provider === 'paypal')
    return { label: 'Renewal date', value: `Renews ${formatDay(end)}`, note: formatDaysUntil(end, now) };
  // Nothing renews by itself there, so that no date is called one of renewal.
  return { label: provider === 'razorpay' ? 'Paid until' : 'Runs until', ...dated(end, now) };
}

function activeFacts({ current, plans, now }: Known, { paid, plan, ...facts }: PaidFacts): StatusFacts {
  return {
    ...facts,
    badge: activeBadge,
    plan: { value: plan.name, ...(!renewsByItself(paid) && { note: unrenewed(paid) }) },
    date: activeDate(paid, now),
    note: activeNote({ current, plans }, paid, plan),
  };
}

function unrenewed({ payment_provider: provider }: PaidSubscription): string {
  return provider === 'razorpay' ? 'paid period by period' : 'does not renew by itself';
}

/** Returns what somebody does whose plan can no longer be bought, and by when. */
function notOfferedText(name: string, lastDay: string | null): string {
  return `${name} is no longer offered, so it cannot be renewed. To go on, choose another plan by ${formatDay(lastDay)}; everything goes on as before until then.`;
}

function activeNote(
  { current, plans }: Pick<Known, 'current' | 'plans'>,
  paid: PaidSubscription,
  plan: { id: number; name: string },
): StatusNote {
  const { current_period_end: end, canRenew, movableTo } = paid;
  const actions: StatusAction[] = [
    ...(canRenew ? ['renew' as const] : []),
    ...(movableTo ? ['payWithOther' as const] : []),
    'cancel',
  ];
  if (canRenew && end) {
    const graceDay = formatDay(graceEnd(new Date(end)).toISOString());
    return {
      text: `One payment by Razorpay covers one period. Renew by ${formatDay(end)}; until ${graceDay} everything goes on as before.`,
      actions,
    };
  }
  if (!paid.isOffered && !renewsByItself(paid) && end) {
    const lastDay = paid.payment_provider === 'razorpay' ? graceEnd(new Date(end)).toISOString() : end;
    return { text: notOfferedText(plan.name, lastDay), actions, ...pausedAtEnd({ current, plans }) };
  }
  if (current.afterEnd && end) return { ...endNote(end, { current, plans }), actions };
  return { text: upgradeHint(plan.id, plans) ?? '', actions };
}

/** Returns what comes after the end, with the automations that are paused then. */
function endNote(end: string | null, { current, plans }: Pick<Known, 'current' | 'plans'>): StatusNote {
  return {
    text: `After ${formatDay(end)} ${afterEndText(current, plans)}`,
    actions: [],
    ...pausedAtEnd({ current, plans }),
  };
}

function pausedAtEnd({ current, plans }: Pick<Known, 'current' | 'plans'>): { affectsByPlan?: number } {
  const free = plans.find(({ tier }) => tier === 'free');
  return free && current.afterEnd?.willPause ? { affectsByPlan: free.id } : {};
}

function cancelledFacts({ current, plans }: Known, { paid, plan, ...facts }: PaidFacts): StatusFacts {
  const end = paid.current_period_end;
  const limit = current.afterEnd?.limit;
  return {
    ...facts,
    badge: { tone: 'bad', text: 'Subscription Canceled' },
    plan: { value: plan.name, note: `Access until ${formatDay(end)}` },
    billing: { value: 'Stopped', note: 'nothing more is charged' },
    date: { label: 'Renewal date', value: 'Not Applicable' },
    ...(limit !== undefined && { usage: `${Math.min(current.configsUsed, limit)} of ${limit} after that` }),
    note: cancelledNote({ current, plans }, paid, plan.name),
  };
}

function cancelledNote(
  known: Pick<Known, 'current' | 'plans'>,
  { canResume, isOffered, payment_provider: provider, current_period_end: end }: PaidSubscription,
  name: string,
): StatusNote {
  const note = endNote(end, known);
  if (canResume) return { ...note, actions: ['resume'] };
  const why =
    provider === 'paypal' ? `PayPal has ended this subscription for good, so it cannot be resumed. ` : '';
  if (!isOffered) {
    const other = `${name} is no longer offered: to go on after ${formatDay(end)}, choose another plan.`;
    return { ...note, text: `${note.text} ${why}${other}` };
  }
  const instead = `To keep ${name} after ${formatDay(end)}, subscribe again: your unused days are taken off the price.`;
  return { ...note, text: `${note.text} ${why}${instead}`, actions: ['subscribe'] };
}

function lateFacts({ paid, plan, ...facts }: PaidFacts): StatusFacts {
  const until = formatDay(paid.graceEndsAt);
  return {
    ...facts,
    badge: { tone: 'warn', text: 'Payment overdue' },
    plan: { value: plan.name, note: `goes on until ${until}` },
    date: { label: 'Was due on', value: formatDay(paid.current_period_end), note: 'not paid yet' },
    note: renewsByItself(paid)
      ? {
          text: `PayPal could not charge you. Check how you pay there, or ${paid.isOffered ? 'pay another way' : 'choose another plan'}, by ${until}; everything goes on until then.`,
          actions: paid.isOffered ? ['payAnotherWay'] : [],
        }
      : {
          text: paid.isOffered
            ? `Renew by ${until}; everything goes on as before until then.`
            : notOfferedText(plan.name, paid.graceEndsAt),
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
    plan: { value: planName, note: `${before} goes on until then` },
    billing: {
      value: next ? listPrice(next) : 'N/A',
      ...(provider && { note: `by ${provider}` }),
    },
    date: { label: 'Renewal date', value: 'N/A', note: 'known once it is active' },
    usage: next ? `${next.maxConfigurations} as soon as ${planName} is active` : roomText(current, before),
  };
}

type Trial = { endsAt: string | null; daysRemaining: number };

function trialFacts({ current, plans }: Known, { endsAt, daysRemaining }: Trial): StatusFacts {
  const basic = plans.find(({ tier }) => tier === 'basic')?.name ?? 'Basic';
  const features = `${basic} features`;
  const paused = current.afterEnd?.willPause ? ` and ${newestPaused(current.afterEnd.willPause)}` : '';
  return {
    badge: { tone: 'warn', text: `Trial - Expires ${formatDay(endsAt)}` },
    plan: { value: features },
    billing: { value: 'Nothing to pay', note: 'until you choose a plan' },
    date: { label: 'Renewal date', value: 'N/A' },
    usage: roomText(current, 'the trial'),
    note: {
      title: `Trial Mode, ${pluralize(daysRemaining, 'day')} remaining.`,
      text: `Then you are on ${freeName(plans)}${paused}, unless you choose a plan. Nothing is deleted.`,
      actions: [],
      ...pausedAtEnd({ current, plans }),
    },
    ...(current.next && afterTrialFacts(features, current.next)),
  };
}

function freeFacts({ current, plans }: Known): StatusFacts {
  const own = plans.find(({ tier }) => tier === 'free');
  const name = freeName(plans);
  const text = freeText(current, plans, own?.id ?? 1);
  return {
    badge: { tone: 'neutral', text: 'Free Plan - Limited features' },
    plan: { value: name, note: 'checked every 15 minutes' },
    billing: {
      value: `${formatPrice(0, own?.currency ?? 'USD')} ${perCycle(own?.billingCycle ?? 'monthly')}`,
    },
    date: { label: 'Renewal date', value: 'N/A' },
    usage: current.pausedByPlan > 0 ? `${name} holds ${current.configsAvailable}` : roomText(current, name),
    ...(text && { note: { text, actions: [] } }),
  };
}

/** Returns what is paused on Free and which plan has room for it, or what a larger plan has. */
function freeText(
  { configsUsed, pausedByPlan }: CurrentSubscription,
  plans: readonly Plan[],
  ownId: number,
): string | undefined {
  if (pausedByPlan === 0) return upgradeHint(ownId, plans);
  const all = configsUsed + pausedByPlan;
  const roomy = plans.find(({ maxConfigurations }) => maxConfigurations >= all);
  const paused = `${pluralize(pausedByPlan, 'more automation')} ${pausedByPlan === 1 ? 'is' : 'are'} paused.`;
  return roomy ? `${paused} ${roomy.name} has room for all ${all}.` : paused;
}
