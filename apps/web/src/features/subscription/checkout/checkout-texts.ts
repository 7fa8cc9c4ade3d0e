import { paymentProviderLabels } from '@picksync/contracts';
import type { Plan, Quote } from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay, formatDayOfYear } from '../../../ui/dates.ts';
import { everyCycle, formatPrice, perCycle } from '../money.ts';
import type { CheckoutKind, PaymentMethod } from './checkout-kind.ts';

type Offer = { plan: Plan; method: PaymentMethod };
type Quoted = Offer & { quote: Quote };

const verbs: Record<CheckoutKind, string> = {
  first: 'Subscribe',
  upgrade: 'Upgrade',
  change: 'Change',
  renewal: 'Renew',
};

/** Returns the line under the title: the effect of the purchase. `likelyStart`: when it begins, until the server's quote arrives. */
export function leadText(
  kind: CheckoutKind,
  { plan, method, quote, likelyStart }: Offer & { quote: Quote | undefined; likelyStart: string | null },
): string {
  const startsAt = quote ? quote.startsAt : likelyStart;
  const from = quote?.replaces?.planName;
  if (kind === 'renewal' && quote?.startsAt)
    return `The first period of ${plan.name}, from ${formatDay(quote.startsAt)}.`;
  if (kind === 'renewal') return `One more period of ${plan.name}, from the day the present one ends.`;
  if (from && from !== plan.name) return `From ${from} to ${plan.name}, at once.`;
  if (startsAt) return `${plan.name} starts on ${formatDay(startsAt)}, when your free days end.`;
  if (quote?.total === 0) return `${plan.name} starts at once.`;
  return `${plan.name} starts as soon as ${paymentProviderLabels[method]} confirms.`;
}

/** The label of the button that buys. */
export function buyLabel({ quote, plan, method }: Quoted): string {
  if (quote.total === 0 && quote.startsAt) return `Start ${plan.name} on ${formatDayOfYear(quote.startsAt)}`;
  return quote.total === 0
    ? `Start ${plan.name}`
    : `${verbs[quote.kind]} with ${paymentProviderLabels[method]}`;
}

/** Returns what is paid after the first period. */
export function afterwardsText({ plan, quote }: Omit<Quoted, 'method'>): { term: string; amount: string } {
  const { amount, from, isAutomatic } = quote.afterwards;
  const term = isAutomatic ? `Then, from ${formatDay(from)}` : 'Then, if you renew';
  return { term, amount: `${formatPrice(amount, quote.currency)} ${perCycle(plan.billingCycle)}` };
}

/** A day of the agreement: what happens then, and what is paid. */
export type PaymentDay = { day: string; text: string; amount: string };

/**
 * Returns whether a purchase is told day by day: a plan that is bought in a trial. Of any other, the sums and a sentence tell
 * enough.
 */
export function isToldByDays({ trialEndsAt, kind }: Quote): boolean {
  return trialEndsAt !== null && kind !== 'renewal';
}

/** Returns the days of a purchase: today, when the free days end, and when it renews. Null for one that is not told by days. */
export function listPaymentDays({ quote, plan, method }: Quoted): PaymentDay[] | null {
  if (!isToldByDays(quote)) return null;
  const { startsAt, total, currency, afterwards } = quote;
  const sum = formatAmount(total, currency);
  const begins =
    startsAt === null
      ? [{ day: 'Today', text: `${plan.name} starts.`, amount: sum }]
      : [
          {
            day: 'Today',
            text: total === 0 ? 'You agree.' : `You agree at ${paymentProviderLabels[method]}.`,
            amount: formatAmount(0, currency),
          },
          {
            day: formatDayOfYear(startsAt),
            text: `Your free days end, ${plan.name} starts.`,
            amount: sum,
          },
        ];
  const next = afterwards.isAutomatic
    ? `Renews, and ${everyCycle(plan.billingCycle)} until you cancel.`
    : 'Ends, unless you renew.';
  const amount = formatAmount(afterwards.amount, currency);
  return [...begins, { day: formatDayOfYear(afterwards.from), text: next, amount }];
}

/** Returns what can be said of a purchase beside its days. */
export function termsText(quoted: Quoted): string {
  const { quote, plan } = quoted;
  const day = formatDay(quote.afterwards.from);
  const terms = [replacedText(quoted).trim()];
  if (!quote.afterwards.isAutomatic)
    terms.push(
      quote.total === 0
        ? `We mail you before ${day}; you choose then how to go on.`
        : `${plan.name} does not renew by itself: before ${day} we mail you a link.`,
    );
  else if (quote.startsAt) terms.push(`Cancel before ${formatDay(quote.startsAt)} and you pay nothing.`);
  else terms.push('Cancel when you like; access lasts to the end of the period you paid for.');
  return terms.filter(Boolean).join(' ');
}

function ending({ plan, quote, method }: Quoted): string {
  const { afterwards, currency, startsAt } = quote;
  const price = `${formatPrice(afterwards.amount, currency)} ${perCycle(plan.billingCycle)}`;
  const day = formatDay(afterwards.from);
  if (afterwards.isAutomatic && startsAt)
    return `From ${day} ${paymentProviderLabels[method]} takes ${price}. Cancel before ${formatDay(startsAt)} and you pay nothing.`;
  if (afterwards.isAutomatic)
    return `From ${day} ${paymentProviderLabels[method]} takes ${price}. Cancel when you like; access lasts to the end of the period you paid for.`;
  if (quote.total === 0) return `We mail you before ${day}; you choose then how to go on.`;
  return `${plan.name} does not renew by itself: before ${day} we mail you a link.`;
}

/** Returns what ends with this purchase: the plan that was there, or only what another provider charges for it. */
function replacedText({ quote, plan }: Quoted): string {
  if (!quote.replaces) return '';
  const { planName, payment_provider: provider } = quote.replaces;
  if (quote.kind === 'renewal')
    return provider === 'paypal' ? ` ${paymentProviderLabels[provider]} charges nothing more.` : '';
  const ended = planName === plan.name ? 'What you have now' : planName;
  return ` ${ended} ends once ${plan.name} is active and does not renew.`;
}

/** Returns what is paid today, and of a plan that begins on a later day what is paid then. */
function todayText({ quote, method }: Quoted): string {
  const { total, currency, startsAt, kind } = quote;
  if (startsAt && kind !== 'renewal') {
    const first =
      total === 0
        ? 'the first period costs nothing'
        : `${paymentProviderLabels[method]} takes ${formatAmount(total, currency)}`;
    return `Nothing today. On ${formatDay(startsAt)} ${first}.`;
  }
  return total === 0
    ? 'Nothing to pay today, so no payment provider is asked.'
    : `${formatAmount(total, currency)} today.`;
}

/** Returns the whole agreement in a few sentences. */
export function summaryText(quoted: Quoted): string {
  const { quote } = quoted;
  const replaced = replacedText(quoted);
  const rest =
    quote.keptCredit > 0
      ? ` Your credit of ${formatAmount(quote.keptCredit, quote.currency)} is not used up: it is taken off the next plan that you choose.`
      : '';
  return `${todayText(quoted)}${replaced}${rest} ${ending(quoted)}`;
}

/** How each payment method goes on after the first period. */
export const methodTexts: Record<PaymentMethod, string> = {
  paypal: 'Renews by itself until you cancel.',
  razorpay: 'Pays one period. We mail you a link before it ends.',
};
