import { hasCents } from '../amounts.ts';
import { isPayUrl } from '../pay-url.ts';
import type { Opened, Order } from '../payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { repeatOnce } from '../provider-transport.ts';
import { type Link, linkShape, linksShape, readAnswer } from './razorpay-answers.ts';
import type { RazorpayClient } from './razorpay-client.ts';

type Deps = { client: RazorpayClient; now: () => Date };

const minuteMs = 60_000;
/** Razorpay takes no end earlier than 15 minutes from now; one more for the way there. */
const shortestLifeMs = 16 * minuteMs;
/** Razorpay takes no end later than six months from now. */
const longestLifeMs = 180 * 24 * 60 * minuteMs;
/** Characters that Razorpay takes for one note. */
const longestNote = 256;

/**
 * Opens a payment link. Razorpay refuses a second one for the same `reference_id`, which is our checkout: whenever it is unclear or
 * refused, the link of the checkout is looked up, and only when there is none is it made again.
 */
export async function openLink(order: Order, { client, now }: Deps): Promise<Opened> {
  if (!hasCents(order.plan.currency)) throw failed('refused', 'CURRENCY');
  const create = async () => {
    const answer = await client.withSdk('open', (sdk) => sdk.paymentLink.create(requestOf(order, now())));
    return readAnswer('open', linkShape, answer);
  };
  const find = () => findLink(order.checkoutId, client);
  let link: Link;
  try {
    link = await createOrFind({ create, find });
  } catch (error) {
    if (!isUnclear(error)) throw error;
    link = await createOrFind({ create, find });
  }
  return openedOf(link, order, client);
}

/**
 * Creates a link, or finds it. A request that seemed lost may arrive after the lookup, so the second round may find a
 * link.
 */
async function createOrFind(calls: {
  create: () => Promise<Link>;
  find: () => Promise<Link | null>;
}): Promise<Link> {
  try {
    return await calls.create();
  } catch (error) {
    const isRefused = error instanceof ProviderError && error.kind === 'refused';
    const found = isRefused || isUnclear(error) ? await calls.find() : null;
    if (found) return found;
    throw error;
  }
}

/** Returns whether the result is unclear. After a 429 nothing was created, and another call is not wanted. */
function isUnclear(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'retry' && error.status !== 429;
}

async function findLink(checkoutId: string, client: RazorpayClient): Promise<Link | null> {
  // The types of the SDK do not know this filter.
  const search: { count: number; reference_id: string } = { count: 10, reference_id: checkoutId };
  const list = () => client.withSdk('look up', (sdk) => sdk.paymentLink.all(search));
  const { payment_links: links } = readAnswer('look up', linksShape, await repeatOnce(list));
  return links.find((link) => link.reference_id === checkoutId) ?? null;
}

function openedOf(link: Link, order: Order, client: RazorpayClient): Opened {
  const isOurs = link.reference_id === order.checkoutId;
  if (!isOurs || link.amount !== order.firstPeriodCents || link.currency !== order.plan.currency) {
    throw failed('unknown', 'OTHER_ORDER');
  }
  if (link.status === 'expired' || link.status === 'cancelled') throw failed('refused', 'LINK_CLOSED');
  if (!isPayUrl(link.short_url, client.apiBase)) throw failed('unknown', 'NO_SHORT_URL');
  return { reference: link.id, payUrl: link.short_url, providerPlanId: null };
}

function requestOf(order: Order, now: Date) {
  const { checkoutId, plan, firstPeriodCents, payer, returnUrl, cancelUrl, expiresAt } = order;
  const life = Math.min(Math.max(expiresAt.getTime() - now.getTime(), shortestLifeMs), longestLifeMs);
  return {
    amount: firstPeriodCents,
    currency: plan.currency,
    accept_partial: false,
    reference_id: checkoutId,
    description: `Picksync ${plan.name}`,
    customer: { email: payer.email },
    // Our own mails say what is to be said.
    notify: { email: false, sms: false },
    reminder_enable: false,
    // A link has no return address for a payer who gives up. The note holds one, and the sandbox leads back there.
    notes: { plan_id: plan.id, ...(cancelUrl.length <= longestNote && { cancel_url: cancelUrl }) },
    expire_by: Math.floor((now.getTime() + life) / 1000),
    callback_url: returnUrl,
    callback_method: 'get',
  };
}

function failed(kind: 'refused' | 'unknown', code: string): ProviderError {
  return new ProviderError({ provider: 'razorpay', call: 'open', kind, code });
}
