import type { PlanDetails, Subscription, SubscriptionTransactionDetails } from '@paypal/paypal-server-sdk';
import { hasCents, parseCents } from '../../../base/amounts.ts';
import type { ProviderTruth } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { repeatOnce } from '../provider-transport.ts';
import type { PaypalClient } from './paypal-client.ts';
import { listTransactions, toPayments } from './paypal-transactions.ts';

const statuses: Record<string, ProviderTruth['status']> = {
  APPROVAL_PENDING: 'waiting',
  APPROVED: 'approved',
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

type Deps = { client: PaypalClient; now: () => Date };

/** Returns what is true of a subscription, with every payment since it was made. */
export async function fetchSubscription(id: string, { client, now }: Deps): Promise<ProviderTruth | null> {
  const subscription = await readSubscription(id, client);
  if (!subscription) return null;
  const status = toStatus(subscription);
  if (subscription.id !== id) throw unknown('OTHER_ID');
  const transactions =
    status === 'waiting' ? [] : await listTransactions(id, toWindow(subscription, now()), client);
  return toTruth({ subscription, id, status, transactions });
}

/** Returns the status in our words. Throws `unknown` for a status that is new. */
export function toStatus({ status }: Subscription): ProviderTruth['status'] {
  const known = statuses[status ?? ''];
  if (!known) throw unknown(status ?? 'NO_STATUS');
  return known;
}

/** Returns a subscription with the prices of its cycles; null when PayPal does not know it. */
export async function readSubscription(id: string, client: PaypalClient): Promise<Subscription | null> {
  try {
    const get = () =>
      client.withSdk('fetch', (sdk) => sdk.subscriptions.getSubscription({ id, fields: 'plan' }));
    return (await repeatOnce(get)).result;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'gone') return null;
    throw error;
  }
}

/**
 * Returns the window of time to ask for. It ends a little in the future, because PayPal's clock may be ahead of ours.
 */
function toWindow(
  { createTime, startTime, updateTime, billingInfo }: Subscription,
  now: Date,
): { from: Date; until: Date } {
  const times = (texts: (string | undefined)[]) =>
    texts.map((text) => Date.parse(text ?? '')).filter((time) => !Number.isNaN(time));
  const begun = times([createTime, startTime]);
  if (begun.length === 0) throw unknown('NO_START');
  const last = Math.max(now.getTime(), ...times([updateTime, billingInfo?.lastPayment?.time]));
  return { from: new Date(Math.min(...begun) - 1000), until: new Date(last + 1000) };
}

function toTruth({
  subscription,
  id,
  status,
  transactions,
}: {
  subscription: Subscription;
  id: string;
  status: ProviderTruth['status'];
  transactions: SubscriptionTransactionDetails[];
}): ProviderTruth {
  const { customId, planId, plan, billingInfo, subscriber } = subscription;
  const first = toPrice(plan, 'TRIAL');
  const regular = toPrice(plan, 'REGULAR');
  const oldestFirst = transactions.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const payments = oldestFirst.flatMap(toPayments);
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
function toLastPayment(billingInfo: Subscription['billingInfo']): ProviderTruth['lastPayment'] {
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

function unknown(code: string): ProviderError {
  return new ProviderError({ provider: 'paypal', call: 'fetch', kind: 'unknown', code });
}
