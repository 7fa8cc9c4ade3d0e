import type { Tone } from '@picksync/ui/badge.tsx';
import type { CurrentSubscription, PaidSubscription, Plan } from '../../../api/subscription.queries.ts';
import { formatDay, formatDayOfYear } from '../../../ui/dates.ts';
import { pluralize } from '../../../ui/pluralize.ts';
import { formatPrice, inDays, perCycle, providerName } from '../money.ts';
import { newestPaused } from '../subscription-state.ts';

export type Fact = { value: string; note?: string };

/** The status card in words, the same four columns in every state. */
export type StatusFacts = {
  badge: { tone: Tone; text: string; isBusy?: true };
  name: string;
  detail: string;
  billing: Fact;
  date: Fact & { label: string };
  /** The text beneath the usage bar. */
  usage: string;
  /** What is about to happen, and what can be done about it. */
  note?: StatusNote;
};

export type StatusNote = {
  text: string;
  actions: readonly StatusAction[];
  /** The plan that comes then, where it pauses or stops automations: they are named. */
  affectsByPlan?: number;
};

/**
 * `subscribe`: the same plan once more. Of a booked plan: `pay` for its first period, `startNow`, `takeBack` it alone, or
 * `stay` on the plan before it.
 */
export type StatusAction =
  | 'resume'
  | 'renew'
  | 'payAnotherWay'
  | 'subscribe'
  | 'stay'
  | 'payNext'
  | 'startNow'
  | 'takeBack';

type NextPlan = NonNullable<CurrentSubscription['next']>;
type Known = { plans: readonly Plan[]; now: Date };

/** What a plan that begins on a later day changes in the status card. */
type NextFacts = Pick<StatusFacts, 'detail' | 'billing' | 'date' | 'usage' | 'note'>;

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

function startDate({ planName, startsAt }: NextPlan, now: Date): NextFacts['date'] {
  return { label: `${planName} starts on`, value: formatDay(startsAt), note: inDays(startsAt, now) };
}

function getPrice({ price: amount, currency }: NextPlan): string {
  return formatPrice(amount, currency);
}

/** Returns what changes in the card of a plan that another one is booked to follow. */
export function beforeNextFacts(
  { now }: Known,
  { paid, name, billing }: { paid: PaidSubscription; name: string; billing: StatusFacts['billing'] },
  next: NextPlan,
): NextFacts {
  const day = formatDay(next.startsAt);
  const actions: StatusAction[] = [
    ...(next.canRenew ? ['payNext' as const] : []),
    ...(paid.canResume ? ['stay' as const] : []),
  ];
  const takeBack = paid.canResume ? '' : ` ${name} cannot go on after that day.`;
  return {
    detail: `until ${day}, then ${next.planName}`,
    billing: { ...billing, note: `${getPrice(next)} from ${formatDayOfYear(next.startsAt)}` },
    date: startDate(next, now),
    usage: `${next.limit} with ${next.planName}`,
    note: {
      text: `${name} until ${day}, then ${next.planName}.${effectText(next)}${payText(next)}${takeBack}`,
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
export function afterTrialFacts(next: NextPlan, now: Date): Omit<NextFacts, 'usage'> & { usage: string } {
  const day = formatDay(next.startsAt);
  const provider = providerName(next.payment_provider);
  return {
    detail: `free until ${day}, then ${next.planName}`,
    billing: {
      value: `${getPrice(next)} ${perCycle('monthly')}`,
      note: `from ${formatDayOfYear(next.startsAt)}${provider ? `, by ${provider}` : ''}`,
    },
    date: startDate(next, now),
    usage: `${next.limit} from ${formatDayOfYear(next.startsAt)}`,
    note: {
      text: `${next.planName} starts on ${day}, after your free days. ${firstText(next)} Cancel before that day and you pay nothing.`,
      actions: ['startNow', 'takeBack'],
      ...affected(next),
    },
  };
}
