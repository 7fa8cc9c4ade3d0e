import {
  type BillingPlan,
  IntervalUnit,
  PlanRequestStatus,
  type SubscriptionBillingCycle,
  TenureType,
} from '@paypal/paypal-server-sdk';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { parseCents, toDecimal } from '../../../base/amounts.ts';
import type { Order } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { nullIfGone } from '../provider-transport.ts';
import type { PaypalClient, PaypalSdk } from './paypal-client.ts';

/** One product for all plans. We choose its id, so that it is found again instead of made again. */
const productId = 'PICKSYNC';

const product = z.object({ id: z.string().min(1) });

/** How many payments in a row may fail before PayPal suspends a subscription. */
const failedPaymentsUntilSuspended = 3;

const verifiedPlanMs = 10 * 60_000;

type Wanted = Pick<Order, 'plan' | 'firstPeriodCents'>;

/** Returns whether the first period needs a price of its own. */
export function isDiscounted({ plan, firstPeriodCents }: Wanted): boolean {
  return firstPeriodCents < plan.priceCents;
}

/** Returns the price of the plan itself. Each subscription sets what its buyer pays, with tax. */
function getListPrice({ listPriceCents, priceCents }: Order['plan']): number {
  return listPriceCents ?? priceCents;
}

/**
 * Creates a function that finds or creates PayPal's plan for one of ours: the remembered one when its price is still
 * ours, else a new one. It has a regular cycle without end. Where the first period is discounted, a trial cycle comes before it,
 * whose price each subscription sets; without a discount there is none, because PayPal has told a wrong next charge for those.
 */
export function createPaypalPlans(client: PaypalClient) {
  /** Plans whose price was compared lately, by their id and the price. */
  const verified = new LRUCache<string, string>({ max: 100, ttl: verifiedPlanMs });

  return async function ensurePlan(wanted: Wanted): Promise<string> {
    const { plan } = wanted;
    const price = `${plan.id}-${getListPrice(plan)}-${plan.currency}${isDiscounted(wanted) ? '' : '-regular'}`;
    const key = `${price}-${plan.providerPlanId}`;
    const known = verified.get(key);
    if (known) return known;
    const id = (await findUsable(wanted, client)) ?? (await createPlan(wanted, price, client));
    verified.set(key, id);
    return id;
  };
}

/** Returns the id of the remembered plan; null where it does not fit, or is one of another PayPal account. */
async function findUsable(wanted: Wanted, client: PaypalClient): Promise<string | null> {
  const id = wanted.plan.providerPlanId;
  if (id === null) return null;
  const read = ({ subscriptions }: PaypalSdk) => subscriptions.getBillingPlan(id);
  const plan = (await nullIfGone(() => client.withSdk('get plan', read)))?.result;
  return plan?.status === 'ACTIVE' && isAsWanted(plan, wanted) ? id : null;
}

function isAsWanted({ billingCycles = [] }: BillingPlan, wanted: Wanted): boolean {
  const { currency } = wanted.plan;
  const regular = billingCycles.find(({ tenureType }) => tenureType === TenureType.Regular);
  const trials = billingCycles.filter(({ tenureType }) => tenureType === TenureType.Trial);
  const fixed = regular?.pricingScheme?.fixedPrice;
  return (
    trials.length === (isDiscounted(wanted) ? 1 : 0) &&
    parseCents(fixed?.value) === getListPrice(wanted.plan) &&
    fixed?.currencyCode === currency
  );
}

/** Creates a plan. With the same key, concurrent calls and retries get the same plan. */
async function createPlan(wanted: Wanted, key: string, client: PaypalClient): Promise<string> {
  const { plan } = wanted;
  const body = {
    productId: await ensureProduct(client),
    name: plan.name,
    status: PlanRequestStatus.Active,
    billingCycles: isDiscounted(wanted)
      ? [toCycle(TenureType.Trial, 1, plan), toCycle(TenureType.Regular, 2, plan)]
      : [toCycle(TenureType.Regular, 1, plan)],
    paymentPreferences: { autoBillOutstanding: true, paymentFailureThreshold: failedPaymentsUntilSuspended },
  };
  const create = ({ subscriptions }: PaypalSdk) =>
    subscriptions.createBillingPlan({ paypalRequestId: `picksync-plan-${key}`, body });
  const { result } = await client.withSdk('create plan', create, { evenAfterTimeout: true });
  if (!result.id) throw new ProviderError({ provider: 'paypal', call: 'create plan', kind: 'unknown' });
  return result.id;
}

function toCycle(tenureType: TenureType, sequence: number, plan: Order['plan']): SubscriptionBillingCycle {
  return {
    sequence,
    tenureType,
    totalCycles: tenureType === TenureType.Trial ? 1 : 0,
    frequency: { intervalUnit: IntervalUnit.Month, intervalCount: 1 },
    pricingScheme: { fixedPrice: { currencyCode: plan.currency, value: toDecimal(getListPrice(plan)) } },
  };
}

async function ensureProduct(client: PaypalClient): Promise<string> {
  const found = await findProduct(client);
  if (found) return found;
  const body = JSON.stringify({ id: productId, name: 'Picksync', type: 'SERVICE', category: 'SOFTWARE' });
  const headers = { 'paypal-request-id': 'picksync-product' };
  const request = { method: 'POST', path: '/v1/catalogs/products', headers, body };
  try {
    return readId(await client.send('create product', request, { evenAfterTimeout: true }));
  } catch (error) {
    // Another call created it meanwhile.
    const made =
      error instanceof ProviderError && error.kind === 'refused' ? await findProduct(client) : null;
    if (made) return made;
    throw error;
  }
}

function findProduct(client: PaypalClient): Promise<string | null> {
  const path = `/v1/catalogs/products/${productId}`;
  return nullIfGone(async () => readId(await client.send('get product', { method: 'GET', path })));
}

function readId(answer: unknown): string {
  const { data } = product.safeParse(answer);
  if (!data) throw new ProviderError({ provider: 'paypal', call: 'get product', kind: 'unknown' });
  return data.id;
}
