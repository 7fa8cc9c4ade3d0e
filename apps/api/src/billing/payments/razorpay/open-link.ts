import type Razorpay from 'razorpay';
import { hasCents } from '../../../base/amounts.ts';
import type { Opened, Order } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { isPayUrl, referenceExists } from '../provider-transport.ts';
import { type Link, linkShape, linksShape, type RazorpayClient } from './razorpay-client.ts';

type Deps = { client: RazorpayClient; now: () => Date };

const minuteMs = 60_000;
/** Razorpay takes no end earlier than 15 minutes from now; one more for the way there. */
const shortestLifeMs = 16 * minuteMs;
/** Razorpay takes no end later than six months from now. */
const longestLifeMs = 180 * 24 * 60 * minuteMs;
/** The most characters in one note. Razorpay's documentation says 256, its error message 255. */
const longestNote = 255;
/** Razorpay's largest page. */
const newestLinks = 100;

/**
 * Opens a payment link. Razorpay refuses a second one for the same `reference_id`, which is our checkout: whenever it is unclear or
 * refused, the link of the checkout is looked up, and only when there is none is it made again.
 */
export async function openLink(order: Order, { client, now }: Deps): Promise<Opened> {
  if (!hasCents(order.plan.currency)) throw failed('refused', 'CURRENCY');
  let link: Link;
  try {
    link = await createOrFind(order, { client, now });
  } catch (error) {
    if (!isUnclear(error)) throw error;
    link = await createOrFind(order, { client, now });
  }
  return toOpened(link, order, client);
}

/**
 * Creates a link, or finds it. A request that seemed lost may arrive after the lookup, so the second round may find a
 * link. A link that exists and is not listed yet can be found later: that is no refusal.
 */
async function createOrFind(order: Order, { client, now }: Deps): Promise<Link> {
  try {
    return await client.askOnce('open', linkShape, (sdk) => sdk.paymentLink.create(toRequest(order, now())));
  } catch (error) {
    const isRefused = error instanceof ProviderError && error.kind === 'refused';
    const isThere = isRefused && error.code === referenceExists;
    const { checkoutId } = order;
    const found = isRefused || isUnclear(error) ? await findLink(checkoutId, { client, isThere }) : null;
    if (found) return found;
    if (isThere) throw failed('retry', 'NOT_LISTED');
    throw error;
  }
}

/** Returns whether the result is unclear. After a 429 nothing was created, and another call is not wanted. */
function isUnclear(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'retry' && error.status !== 429;
}

/**
 * Returns the link of a checkout. Razorpay's filter sometimes finds nothing, and its list shows a new link only after some
 * seconds: a link that is known to exist is searched for among the newest too.
 */
async function findLink(
  checkoutId: string,
  { client, isThere }: { client: RazorpayClient; isThere: boolean },
): Promise<Link | null> {
  const search = async (filter: { count: number; reference_id?: string }) => {
    // The types of the SDK do not know the filter.
    const list = (sdk: Razorpay) => sdk.paymentLink.all(filter);
    const { payment_links: links } = await client.ask('look up', linksShape, list);
    return links.find((link) => link.reference_id === checkoutId) ?? null;
  };
  const found = await search({ count: 10, reference_id: checkoutId });
  return found ?? (isThere ? search({ count: newestLinks }) : null);
}

function toOpened(link: Link, order: Order, client: RazorpayClient): Opened {
  const isOurs = link.reference_id === order.checkoutId;
  if (!isOurs || link.amount !== order.firstPeriodCents || link.currency !== order.plan.currency) {
    throw failed('unknown', 'OTHER_ORDER');
  }
  if (link.status === 'expired' || link.status === 'cancelled') throw failed('refused', 'LINK_CLOSED');
  if (!isPayUrl(link.short_url, client.apiBase)) throw failed('unknown', 'NO_SHORT_URL');
  return { reference: link.id, payUrl: link.short_url, providerPlanId: null };
}

function toRequest(order: Order, now: Date) {
  const { checkoutId, plan, firstPeriodCents, payer, returnUrl, cancelUrl, expiresAt } = order;
  const life = Math.min(Math.max(expiresAt.getTime() - now.getTime(), shortestLifeMs), longestLifeMs);
  return {
    amount: firstPeriodCents,
    currency: plan.currency,
    accept_partial: false,
    reference_id: checkoutId,
    description: `Picksync ${plan.name}`,
    // Razorpay asks exporters for both; a link has no field for an address.
    customer: { email: payer.email, ...(payer.name && { name: payer.name }) },
    // Our own mails say what is to be said.
    notify: { email: false, sms: false },
    reminder_enable: false,
    // A link has no return address for a payer who gives up. The note holds one, and the sandbox leads back there.
    notes: {
      plan_id: plan.id,
      ...(cancelUrl.length <= longestNote && { cancel_url: cancelUrl }),
      ...(payer.address?.length && {
        billing_address: payer.address.join(', ').slice(0, longestNote).toWellFormed(),
      }),
    },
    expire_by: Math.floor((now.getTime() + life) / 1000),
    callback_url: returnUrl,
    callback_method: 'get',
  };
}

function failed(kind: 'refused' | 'unknown' | 'retry', code: string): ProviderError {
  return new ProviderError({ provider: 'razorpay', call: 'open', kind, code });
}
