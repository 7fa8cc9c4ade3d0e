import * as z from 'zod';
import { hasCents, parseCents } from '../../../base/amounts.ts';
import type { ProviderDispute } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { nullIfGone } from '../provider-transport.ts';
import type { PaypalClient } from './paypal-client.ts';

const id = z.string().regex(/^[\w-]{1,128}$/);
const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

const reasonCode = z.string().regex(/^\w{1,80}$/);
const outcome = z.object({ outcome_code: z.string().max(80) });

/** A list that is missing or malformed counts as empty. */
function listOf<T extends z.ZodType>(shape: T) {
  return z.array(shape).catch([]).default([]);
}

/** The fields of a PayPal dispute that we use. Its messages are not read. */
const dispute = z.object({
  dispute_id: id,
  create_time: time,
  reason: reasonCode.catch('OTHER'),
  status: z.string().max(80),
  dispute_amount: z.object({ value: z.string(), currency_code: z.string().regex(/^[A-Z]{3}$/) }),
  seller_response_due_date: time.optional().catch(undefined),
  disputed_transactions: listOf(z.object({ seller_transaction_id: id.optional().catch(undefined) })),
  dispute_outcome: outcome.optional().catch(undefined),
});

type Told = z.output<typeof dispute>;

const outcomes: Record<string, ProviderDispute['outcome']> = {
  RESOLVED_SELLER_FAVOUR: 'won',
  /** PayPal paid the buyer itself. */
  RESOLVED_WITH_PAYOUT: 'won',
  DENIED: 'won',
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  CANCELED_BY_BUYER: 'ended',
  NONE: 'ended',
};

export function readDispute(disputeId: string, client: PaypalClient): Promise<ProviderDispute | null> {
  const request = { method: 'GET', path: `/v1/customer/disputes/${disputeId}` };
  return nullIfGone(async () => {
    const told = dispute.safeParse(await client.send('read dispute', request)).data;
    if (told?.dispute_id !== disputeId) throw unknown('read dispute');
    return toDispute(told);
  });
}

function toDispute(told: Told): ProviderDispute {
  const { value, currency_code: currency } = told.dispute_amount;
  const status = toStatus(told.status);
  const due = told.seller_response_due_date;
  return {
    id: told.dispute_id,
    paymentId: told.disputed_transactions[0]?.seller_transaction_id ?? null,
    reason: told.reason,
    status,
    outcome: status === 'closed' ? (outcomes[told.dispute_outcome?.outcome_code ?? ''] ?? null) : null,
    amountCents: hasCents(currency) ? parseCents(value) : null,
    currency,
    respondBy: status === 'open' && due !== undefined ? new Date(due) : null,
    openedAt: new Date(told.create_time),
  };
}

function toStatus(status: string): ProviderDispute['status'] {
  if (status === 'RESOLVED') return 'closed';
  return status === 'UNDER_REVIEW' || status === 'WAITING_FOR_BUYER_RESPONSE' ? 'under_review' : 'open';
}

const list = z.object({
  items: listOf(z.object({ dispute_id: id, status: z.string() })),
  links: listOf(z.object({ rel: z.string().optional(), href: z.string().optional() })),
});

const pageSize = 50;
const maxPages = 10;

/** Returns the ids of the disputes of half a year that are not resolved. */
export async function listOpenDisputes(client: PaypalClient): Promise<string[]> {
  const found: string[] = [];
  let token: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({
      page_size: String(pageSize),
      ...(token && { next_page_token: token }),
    });
    const request = { method: 'GET', path: `/v1/customer/disputes?${query}` };
    const { data } = list.safeParse(await client.send('list disputes', request));
    if (!data) throw unknown('list disputes');
    const { items, links } = data;
    found.push(...items.filter(({ status }) => status !== 'RESOLVED').map((one) => one.dispute_id));
    token = readToken(links.find(({ rel }) => rel === 'next')?.href);
    if (token === null) break;
  }
  return found;
}

function readToken(next: string | undefined): string | null {
  return next !== undefined && URL.canParse(next) ? new URL(next).searchParams.get('next_page_token') : null;
}

function unknown(call: string): ProviderError {
  return new ProviderError({ provider: 'paypal', call, kind: 'unknown' });
}
