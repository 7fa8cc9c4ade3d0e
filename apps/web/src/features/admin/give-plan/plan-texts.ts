import type { CurrentSubscription } from '../../../api/subscription.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { payeeNames } from '../admin-texts.ts';

/** Returns the name of the provider that takes the money; null where there is no plan to pay. */
export function describeProvider({ subscription }: CurrentSubscription): string | null {
  return subscription?.payment_provider ? payeeNames[subscription.payment_provider] : null;
}

/** Returns what happens at the end of the user's plan; null where it has no end. */
export function describeEnd({ subscription, trial }: CurrentSubscription): string | null {
  if (!subscription) return trial.isActive ? `Trial until ${formatDay(trial.endsAt)}` : null;
  const { current_period_end: end, graceEndsAt, cancel_at_period_end: ends, payment_provider } = subscription;
  if (graceEndsAt) return `Unpaid, goes on until ${formatDay(graceEndsAt)}`;
  if (!end) return null;
  const renews = payment_provider === 'paypal' && !ends && subscription.status === 'active';
  return `${renews ? 'Renews' : 'Until'} ${formatDay(end)}`;
}

/** Returns the user's present plan in one line. */
export function describeToday(current: CurrentSubscription): string {
  const end = describeEnd(current);
  if (!current.hasSubscription) return end ?? 'Free';
  const name = current.plan?.name ?? 'A plan';
  return [name, describeProvider(current), end?.replace(/^[A-Z]/, (letter) => letter.toLowerCase())]
    .filter(Boolean)
    .join(', ');
}

/** The same day of the next month in UTC, or its last one: how long a plan that is given lasts. */
export function monthAfter(start: Date): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}

/** Returns the user's plan after giving one now. `isFree`: the plan that only ends their present one. */
export function describeThen(
  current: CurrentSubscription,
  { name, isFree, now }: { name: string; isFree: boolean; now: Date },
): string {
  if (!isFree) return `${name}, until ${formatDay(monthAfter(now).toISOString())}`;
  return current.hasSubscription ? 'Free, from now on' : 'As today: there is no plan to end';
}
