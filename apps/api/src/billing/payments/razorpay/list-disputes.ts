import { hasCents } from '../../../base/amounts.ts';
import type { ProviderDispute } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { nullIfGone } from '../provider-transport.ts';
import {
  type Dispute,
  disputeShape,
  disputesShape,
  type Payment,
  type RazorpayClient,
} from './razorpay-client.ts';

const pageSize = 100;
/** With more disputes than these since a payment, administrators have to look. */
const maxPages = 5;

/**
 * Returns the disputes about a payment that were lost: what the payer's bank has taken back. Razorpay does not tell of them beside the
 * payment, and lists them for the whole shop, the newest first; none is older than its payment.
 */
export async function listLostDisputes(
  { id, created_at: paidAt }: Pick<Payment, 'id' | 'created_at'>,
  client: RazorpayClient,
): Promise<Dispute[]> {
  const found: Dispute[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const items = await listPage(page, client);
    found.push(...items.filter((one) => one.payment_id === id && one.status === 'lost'));
    const isOlder = items.some((one) => one.created_at < paidAt);
    if (items.length < pageSize || isOlder) return found;
  }
  throw new ProviderError({ provider: 'razorpay', call: 'list disputes', kind: 'unknown', code: 'TOO_MANY' });
}

async function listPage(page: number, client: RazorpayClient): Promise<Dispute[]> {
  const range = { count: pageSize, skip: page * pageSize };
  return (await client.ask('list disputes', disputesShape, (sdk) => sdk.disputes.all(range))).items;
}

const closed = ['won', 'lost', 'closed'];

/** Returns the ids of the open disputes among the newest ones. */
export async function listOpenDisputes(client: RazorpayClient): Promise<string[]> {
  const found: string[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const items = await listPage(page, client);
    found.push(...items.filter(({ status }) => !closed.includes(status)).map(({ id }) => id));
    if (items.length < pageSize) break;
  }
  return found;
}

export async function readDispute(id: string, client: RazorpayClient): Promise<ProviderDispute | null> {
  const read = () => client.ask('read dispute', disputeShape, (sdk) => sdk.disputes.fetch(id));
  const told = await nullIfGone(read);
  return told && toDispute(told);
}

const outcomes: Record<string, ProviderDispute['outcome']> = { won: 'won', lost: 'lost', closed: 'ended' };

function toDispute({ id, payment_id: paymentId, reason_code: reason, ...told }: Dispute): ProviderDispute {
  const { amount, currency, respond_by: due } = told;
  const status = toStatus(told.status);
  return {
    id,
    paymentId,
    reason,
    status,
    outcome: outcomes[told.status] ?? null,
    amountCents: hasCents(currency) ? amount : null,
    currency,
    respondBy: status === 'open' && due ? new Date(due * 1000) : null,
    openedAt: new Date(told.created_at * 1000),
  };
}

function toStatus(status: string): ProviderDispute['status'] {
  if (closed.includes(status)) return 'closed';
  return status === 'under_review' ? 'under_review' : 'open';
}
