import type { PlanDetails, Subscription, SubscriptionTransactionDetails } from '@paypal/paypal-server-sdk';
import { hasCents, parseCents } from '../../../base/amounts.ts';
import type { ProviderPayment, ProviderState } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { nullIfGone } from '../provider-transport.ts';
import type { PaypalClient, PaypalSdk } from './paypal-client.ts';

const statuses: Record<string, ProviderState['status']> = {
  APPROVAL_PENDING: 'waiting',
  APPROVED: 'approved',
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

type Deps = { client: PaypalClient; now: () => Date };

/** Returns what is true of a subscription, with every payment since it was made. */
export async function fetchSubscription(id: string, { client, now }: Deps): Promise<ProviderState | null> {
  const subscription = await readSubscription(id, client);
  if (!subscription) return null;
  const status = toStatus(subscription);
  if (subscription.id !== id) throw unknown('OTHER_ID');
  const transactions =
    status === 'waiting' ? [] : await listTransactions(id, toWindow(subscription, now()), client);
  const oldestFirst = transactions.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  return toProviderState(subscription, { id, status, payments: oldestFirst.flatMap(toPayments) });
}

/** Returns the status in our words. Throws `unknown` for a status that is new. */
export function toStatus({ status }: Subscription): ProviderState['status'] {
  const known = statuses[status ?? ''];
  if (!known) throw unknown(status ?? 'NO_STATUS');
  return known;
}

/** Returns a subscription with the prices of its cycles; null when PayPal does not know it. */
export async function readSubscription(id: string, client: PaypalClient): Promise<Subscription | null> {
  const get = ({ subscriptions }: PaypalSdk) => subscriptions.getSubscription({ id, fields: 'plan' });
  return (await nullIfGone(() => client.withSdk('fetch', get)))?.result ?? null;
}

type Window = { from: Date; until: Date };

/**
 * Returns the window of time to ask for. It ends a little in the future, because PayPal's clock may be ahead of ours.
 */
function toWindow({ createTime, startTime, updateTime, billingInfo }: Subscription, now: Date): Window {
  const times = (texts: (string | undefined)[]) =>
    texts.map((text) => Date.parse(text ?? '')).filter((time) => !Number.isNaN(time));
  const begun = times([createTime, startTime]);
  if (begun.length === 0) throw unknown('NO_START');
  const last = Math.max(now.getTime(), ...times([updateTime, billingInfo?.lastPayment?.time]));
  return { from: new Date(Math.min(...begun) - 1000), until: new Date(last + 1000) };
}

function toProviderState(
  subscription: Subscription,
  { id, status, payments }: { id: string } & Pick<ProviderState, 'status' | 'payments'>,
): ProviderState {
  const { customId, planId, plan, billingInfo, subscriber } = subscription;
  const first = toPrice(plan, 'TRIAL');
  const regular = toPrice(plan, 'REGULAR');
  const name = [subscriber?.name?.givenName, subscriber?.name?.surname].filter(Boolean).join(' ');
  const next = new Date(billingInfo?.nextBillingTime ?? Number.NaN);
  return {
    reference: id,
    status,
    rawStatus: subscription.status ?? '',
    checkoutId: customId ?? null,
    providerPlanId: planId ?? null,
    currency: regular?.currency ?? payments[0]?.currency ?? null,
    firstPeriodCents: (first ?? regular)?.cents ?? null,
    regularCents: regular?.cents ?? null,
    nextBillingAt: status === 'active' && !Number.isNaN(next.getTime()) ? next : null,
    payer: { id: subscriber?.payerId ?? null, email: subscriber?.emailAddress ?? null, name: name || null },
    payments,
    lastPayment: toLastPayment(billingInfo),
  };
}

/** Returns null for anything but a complete payment. The list of payments reports it too, and decides. */
function toLastPayment(billingInfo: Subscription['billingInfo']): ProviderState['lastPayment'] {
  const { amount, time } = billingInfo?.lastPayment ?? {};
  const [cents, at] = [parseCents(amount?.value), new Date(time ?? Number.NaN)];
  if (!amount || cents === null || cents <= 0 || !hasCents(amount.currencyCode)) return null;
  return Number.isNaN(at.getTime()) ? null : { amountCents: cents, currency: amount.currencyCode, at };
}

function toPrice(
  plan: PlanDetails | undefined,
  tenure: 'TRIAL' | 'REGULAR',
): { cents: number; currency: string } | null {
  const cycle = plan?.billingCycles?.find(({ tenureType }) => tenureType === tenure);
  const price = cycle?.pricingScheme?.fixedPrice;
  if (!price) return null;
  const cents = parseCents(price.value);
  if (cents === null) throw unknown('AMOUNT');
  return { cents, currency: price.currencyCode };
}

/** How often a window that does not fit on one page is halved at most. */
const maxHalvings = 6;

/**
 * Returns all transactions in a window. PayPal's list has no page numbers: a window with more than one page is halved
 * until each part has one.
 */
async function listTransactions(
  id: string,
  window: Window,
  client: PaypalClient,
  halvings = 0,
): Promise<SubscriptionTransactionDetails[]> {
  const [startTime, endTime] = [window.from.toISOString(), window.until.toISOString()];
  const list = ({ subscriptions }: PaypalSdk) =>
    subscriptions.listSubscriptionTransactions({ id, startTime, endTime });
  const { result } = await client.withSdk('list transactions', list);
  const { transactions = [], totalPages = 1, totalItems } = result;
  const isWhole = totalPages <= 1 && (totalItems === undefined || totalItems <= transactions.length);
  if (isWhole) return transactions;
  if (halvings === maxHalvings) throw unknown('TOO_MANY', 'list transactions');
  const middle = new Date((window.from.getTime() + window.until.getTime()) / 2);
  const halves = [
    await listTransactions(id, { ...window, until: middle }, client, halvings + 1),
    await listTransactions(id, { ...window, from: middle }, client, halvings + 1),
  ];
  // A transaction exactly in the middle is in both halves.
  return [...new Map(halves.flat().map((transaction) => [transaction.id, transaction])).values()];
}

const paymentStatuses: Record<string, Pick<ProviderPayment, 'status' | 'refunded'>> = {
  COMPLETED: { status: 'paid', refunded: 'nothing' },
  PENDING: { status: 'pending', refunded: 'nothing' },
  DECLINED: { status: 'failed', refunded: 'nothing' },
  FAILED: { status: 'failed', refunded: 'nothing' },
  PARTIALLY_REFUNDED: { status: 'paid', refunded: 'part' },
  REFUNDED: { status: 'paid', refunded: 'all' },
};

/** Returns a transaction as payments: with its refund, when it was fully refunded. */
function toPayments(transaction: SubscriptionTransactionDetails): ProviderPayment[] {
  const { id, status, amountWithBreakdown, time } = transaction;
  const known = paymentStatuses[status ?? ''];
  const gross = amountWithBreakdown.grossAmount;
  const cents = parseCents(gross.value);
  const at = new Date(time);
  const isReadable = id !== '' && hasCents(gross.currencyCode) && !Number.isNaN(at.getTime());
  if (!known || cents === null || !isReadable) throw unknown(status ?? 'NO_STATUS', 'list transactions');
  const amount = { amountCents: Math.abs(cents), currency: gross.currencyCode };
  if (cents < 0) return [{ ...amount, ...known, id, kind: 'refund', at, of: null }];
  const payment: ProviderPayment = { ...amount, ...known, id, kind: 'payment', at, of: null };
  if (known.refunded !== 'all') return [payment];
  const back = { id: `${id}:refund`, at: null, of: id, status: 'paid', refunded: 'nothing' } as const;
  return [payment, { ...amount, ...back, kind: 'refund' }];
}

function unknown(code: string, call = 'fetch'): ProviderError {
  return new ProviderError({ provider: 'paypal', call, kind: 'unknown', code });
}
