import { ProviderError } from '../provider-error.ts';
import { repeatOnce } from '../provider-transport.ts';
import { type Dispute, disputesShape, type Payment, readAnswer } from './razorpay-answers.ts';
import type { RazorpayClient } from './razorpay-client.ts';

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
    const range = { count: pageSize, skip: page * pageSize };
    const list = () => client.withSdk('list disputes', (sdk) => sdk.disputes.all(range));
    const { items } = readAnswer('list disputes', disputesShape, await repeatOnce(list));
    found.push(...items.filter((one) => one.payment_id === id && one.status === 'lost'));
    const isOlder = items.some((one) => one.created_at < paidAt);
    if (items.length < pageSize || isOlder) return found;
  }
  throw new ProviderError({ provider: 'razorpay', call: 'list disputes', kind: 'unknown', code: 'TOO_MANY' });
}
