import { pluralize } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import type { CurrentSubscription, PaidSubscription } from '../../../api/subscription.queries.ts';
import { formatDay, formatDayOfYear } from '../../../ui/dates.ts';
import { formatPrice, perCycle, providerName } from '../money.ts';
import { newestPaused } from '../subscription-state.ts';

export type Fact = { value: string; note?: string };

/** The card of the current subscription in words, the same four columns in every state. */
export type StatusFacts = {
  badge: { tone: Tone; text: string; isBusy?: true };
  plan: Fact;
  billing: Fact;
  date: Fact & { label: string };
  /** The text beneath the usage bar. */
  usage: string;
  /** What is about to happen, and what can be done about it. */
  note?: StatusNote;
};

export type StatusNote = {
  /** Its first words, which say it in short. */
  title?: string;
  text: string;
  actions: readonly StatusAction[];
  /** The plan that comes then, where it pauses or stops automations: they are named. */
  affectsByPlan?: number;
};

/**
 * `subscribe`: the same plan once more. Of a booked plan: `payNext` for its first period, `startNow`, or `stay` on the plan
 * before it. `cancel`: what is running, or what is booked to follow a trial.
 */
export type StatusAction =
  | 'resume'
  | 'renew'
  | 'payAnotherWay'
  | 'payWithOther'
  | 'subscribe'
  | 'stay'
  | 'payNext'
  | 'startNow'
  | 'cancel';

type NextPlan = NonNullable<CurrentSubscription['next']>;

/** What a plan that begins on a later day changes in the status card. */
type NextFacts = Pick<StatusFacts, 'plan' | 'billing' | 'date' | 'usage' | 'note'>;

/** Returns what the booked plan does to the automations when it begins. */
function effectText({ planName, willPause, willWait }: NextPlan): string {
  const paused = willPause > 0 ? ` Then ${newestPaused(willPause)}.` : '';
  const uses = willWait === 1 ? 'uses' : 'use';
  const waits =
    willWait > 0
      ? ` ${pluralize(willWait, 'automation')} ${uses} settings that ${planName} does not have, and ${willWait === 1 ? 'waits' : 'wait'} until they are removed.`
      : '';
  return `${paused}${waits}`;
}

function affected({ planId, willPause, willWait }: NextPlan): { affectsByPlan?: number } {
  return willPause + willWait > 0 ? { affectsByPlan: planId } : {};
}

function getPrice({ price: amount, currency }: NextPlan): string {
  return formatPrice(amount, currency);
}

/** Returns what changes in the card of a plan that another one is booked to follow. */
export function beforeNextFacts(
  { paid, name, billing }: { paid: PaidSubscription; name: string; billing: StatusFacts['billing'] },
  next: NextPlan,
): NextFacts {
  const day = formatDay(next.startsAt);
  const actions: StatusAction[] = [
    ...(next.canRenew ? ['payNext' as const] : []),
    ...(paid.canResume ? ['stay' as const] : []),
    'cancel',
  ];
  const takeBack = paid.canResume ? '' : ` ${name} cannot go on after that day.`;
  return {
    plan: { value: name, note: `until ${day}` },
    billing: { ...billing, note: `${getPrice(next)} from ${formatDayOfYear(next.startsAt)}` },
    date: { label: 'Renewal date', value: day, note: `as ${next.planName}` },
    usage: `${next.limit} from ${formatDayOfYear(next.startsAt)}`,
    note: {
      title: `${next.planName} starts on ${day}.`,
      text: `${effectText(next)}${payText(next)}${takeBack}`.trim(),
      actions,
      ...affected(next),
    },
  };
}

/** Returns what is still to be done for a booked plan that is paid by link. */
function payText({ planName, isPaid, payment_provider: provider, startsAt }: NextPlan): string {
  if (isPaid) return ` The first period of ${planName} is paid.`;
  return provider === 'paypal' ? '' : ` Before ${formatDay(startsAt)} we mail you a link to pay for it.`;
}

/** Returns what the first period of a booked plan costs. */
function firstText({ firstAmount, price: later, currency }: NextPlan): string {
  if (firstAmount === 0) return 'The first period costs nothing.';
  const regular = firstAmount === later ? '' : `, then ${formatPrice(later, currency)}`;
  return `The first payment is ${formatPrice(firstAmount, currency)}${regular}.`;
}

/** Returns what changes in the card of a trial that a plan is booked to follow. */
export function afterTrialFacts(features: string, next: NextPlan): NextFacts {
  const day = formatDay(next.startsAt);
  const shortDay = formatDayOfYear(next.startsAt);
  const provider = providerName(next.payment_provider);
  return {
    plan: { value: features, note: `free until ${shortDay}` },
    billing: {
      value: `${getPrice(next)} ${perCycle('monthly')}`,
      note: `from ${shortDay}${provider ? `, by ${provider}` : ''}`,
    },
    date: {
      label: 'Renewal date',
      value: day,
      note: next.firstAmount === 0 ? 'first period free' : 'first payment',
    },
    usage: `${next.limit} from ${shortDay}`,
    note: {
      title: `${next.planName} starts on ${day}, after your free days.`,
      text: `${firstText(next)} Cancel before that day and you pay nothing.`,
      // What is no longer offered cannot be bought for today; as it is booked, it begins.
      actions: next.isOffered ? ['startNow', 'cancel'] : ['cancel'],
      ...affected(next),
    },
  };
}
