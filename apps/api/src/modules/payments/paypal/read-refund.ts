import * as z from 'zod';
import { parseCents } from '../amounts.ts';
import type { ProviderRefund } from '../payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { repeatOnce } from '../provider-transport.ts';
import type { PaypalClient } from './paypal-client.ts';

const refund = z.object({
  id: z.string(),
  sale_id: z.string(),
  state: z.string(),
  /** Of a chargeback, and in older events, it is negative. */
  amount: z.object({ total: z.string(), currency: z.string() }),
  total_refunded_amount: z.object({ value: z.string() }).optional(),
});

/**
 * Reads a refund of a sale by its id, which only an event names. Returns null when PayPal refuses, or its answer is not understood: the
 * subscription must be refreshed all the same. Throws `ProviderError` when PayPal is away.
 */
export async function readRefund(id: string, client: PaypalClient): Promise<ProviderRefund | null> {
  try {
    const path = `/v1/payments/refund/${id}`;
    return refundOf(id, await repeatOnce(() => client.send('read refund', { method: 'GET', path })));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'retry') throw error;
    return null;
  }
}

function refundOf(id: string, answer: unknown): ProviderRefund | null {
  const { data } = refund.safeParse(answer);
  const cents = parseCents(data?.amount.total);
  if (!data || cents === null || data.id !== id || data.state.toLowerCase() !== 'completed') return null;
  const total = parseCents(data.total_refunded_amount?.value);
  return {
    id,
    paymentId: data.sale_id,
    amountCents: Math.abs(cents),
    currency: data.amount.currency,
    totalCents: total === null ? null : Math.abs(total),
  };
}
