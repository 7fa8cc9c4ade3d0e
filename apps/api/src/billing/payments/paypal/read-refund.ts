import * as z from 'zod';
import { parseCents } from '../../../base/amounts.ts';
import type { MoneyIds, ProviderRefund, Traced } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { PaypalClient } from './paypal-client.ts';

/** A refund as version 1 of PayPal's payments API has it. */
const saleRefund = z
  .object({
    id: z.string(),
    sale_id: z.string().optional(),
    capture_id: z.string().optional(),
    state: z.string(),
    /** Of a chargeback, and in older events, it is negative. */
    amount: z.object({ total: z.string(), currency: z.string() }),
    total_refunded_amount: z.object({ value: z.string() }).optional(),
  })
  .transform(({ id, sale_id, capture_id, state, amount, total_refunded_amount: inAll }) => ({
    id,
    paymentId: sale_id ?? capture_id,
    status: state.toUpperCase(),
    amount: amount.total,
    currency: amount.currency,
    inAll: inAll?.value,
  }));

const capturePath = /\/v2\/payments\/captures\/([\w-]{1,128})$/;

/** A refund as version 2 has it: its payment is behind a link. */
const captureRefund = z
  .object({
    id: z.string(),
    status: z.string(),
    amount: z.object({ value: z.string(), currency_code: z.string() }),
    seller_payable_breakdown: z
      .object({ total_refunded_amount: z.object({ value: z.string() }).optional() })
      .optional(),
    links: z.array(z.object({ rel: z.string().optional(), href: z.string().optional() })),
  })
  .transform(({ id, status, amount, seller_payable_breakdown: breakdown, links }) => {
    const up = links.find(({ rel }) => rel === 'up')?.href ?? '';
    return {
      id,
      paymentId: capturePath.exec(URL.parse(up)?.pathname ?? '')?.[1],
      status,
      amount: amount.value,
      currency: amount.currency_code,
      inAll: breakdown?.total_refunded_amount?.value,
    };
  });

/** The states of a refund, which both versions share. */
const refundStatuses: Record<string, ProviderRefund['status']> = {
  COMPLETED: 'paid',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

/**
 * Reads a refund or a chargeback by its id. A refund exists only in the version of PayPal's payments API that made it, so both
 * are asked. Returns null when PayPal knows none, refuses, or is not understood: the subscription must be refreshed all the
 * same. Throws `ProviderError` when PayPal is away.
 */
export async function readRefund(id: string, client: PaypalClient): Promise<ProviderRefund | null> {
  return (
    toRefund(id, saleRefund.safeParse(await ask(`/v1/payments/refund/${id}`, 'read refund', client)).data) ??
    toRefund(id, captureRefund.safeParse(await ask(`/v2/payments/refunds/${id}`, 'read refund', client)).data)
  );
}

/** Returns the answer to a read; undefined when PayPal does not know it or refuses to tell. */
async function ask(path: string, call: string, client: PaypalClient): Promise<unknown> {
  try {
    return await client.send(call, { method: 'GET', path });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'retry') throw error;
    return undefined;
  }
}

function toRefund(id: string, told: z.output<typeof captureRefund> | undefined): ProviderRefund | null {
  const cents = parseCents(told?.amount);
  const status = refundStatuses[told?.status ?? ''];
  if (told?.id !== id || !status || cents === null || told.paymentId === undefined) return null;
  const inAll = parseCents(told.inAll);
  return {
    id,
    paymentId: told.paymentId,
    status,
    amountCents: Math.abs(cents),
    currency: told.currency,
    totalCents: inAll === null ? null : Math.abs(inAll),
  };
}

const sale = z.object({
  id: z.string(),
  billing_agreement_id: z.string().optional(),
  custom: z.string().optional(),
});
const capture = z.object({ id: z.string(), custom_id: z.string().optional() });

/** Returns the subscription of a payment or of the payment behind a refund; null if PayPal knows neither. */
export async function tracePayment(ids: MoneyIds, client: PaypalClient): Promise<Traced | null> {
  const { refundId } = ids;
  const paymentId = ids.paymentId ?? (refundId && (await readRefund(refundId, client))?.paymentId) ?? null;
  if (paymentId === null) return null;
  const asSale = sale.safeParse(await ask(`/v1/payments/sale/${paymentId}`, 'read sale', client)).data;
  if (asSale?.id === paymentId) {
    const { billing_agreement_id: reference = null, custom: checkoutId = null } = asSale;
    return { paymentId, reference, checkoutId };
  }
  const path = `/v2/payments/captures/${paymentId}`;
  const asCapture = capture.safeParse(await ask(path, 'read capture', client)).data;
  const checkoutId = asCapture?.id === paymentId ? (asCapture.custom_id ?? null) : null;
  return { paymentId, reference: null, checkoutId };
}
