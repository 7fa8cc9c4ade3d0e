import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { hasCents } from '../../../base/amounts.ts';
import type { MoneyClaim, ReceivedEvent, VerifiedEvent } from '../../../base/payments/payment-provider.ts';
import { parseJson } from '../provider-transport.ts';

const id = z.string().regex(/^\w{1,64}$/);

/** A missing or malformed member counts as absent. */
const entity = z
  .object({
    entity: z.object({
      id: id.optional().catch(undefined),
      payment_id: id.nullish().catch(null),
      amount: z.int().min(0).optional().catch(undefined),
      currency: z.string().max(3).optional().catch(undefined),
      created_at: z.int().min(1).optional().catch(undefined),
    }),
  })
  .optional()
  .catch(undefined);

const payload = z
  .object({ payment_link: entity, payment: entity, refund: entity, dispute: entity })
  .catch({});

/** What an event says, as far as it matters here: it holds one entity of each kind that it is about. */
const event = z
  .object({
    event: z
      .string()
      .regex(/^[\w.]{1,120}$/)
      .catch('unknown'),
    created_at: z.int().optional().catch(undefined),
    payload: payload.default({}),
  })
  .catch({ event: 'unknown', payload: {} });

/** Events about a payment or a refund, also those of subscriptions and invoices, which we never make: their money fits nothing. */
const isMoney =
  /^(payment\.captured|order\.paid|subscription\.charged|invoice\.paid|payment_link\.(paid|partially_paid)|refund\.(created|processed|speed_changed))$/;

/**
 * Returns what an event is about; null when its signature is wrong. One without a payload, or of an unknown shape, is about
 * nothing. The event's id is in a header that the signature does not cover, so somebody who has seen an event could send it
 * again under another id: we identify an event by its kind and subject.
 */
export function verifyRazorpayEvent(
  { headers, body }: ReceivedEvent,
  webhookSecret: string | undefined,
): VerifiedEvent | null {
  if (!webhookSecret || !isSigned(body, headers['x-razorpay-signature'], webhookSecret)) return null;
  const said = event.parse(parseJson(body.toString()));
  const { payment_link: link, payment, refund, dispute } = said.payload;
  const paymentId = payment?.entity.id ?? (refund ?? dispute)?.entity.payment_id ?? null;
  const [reference, disputeId] = [link?.entity.id ?? null, dispute?.entity.id ?? null];
  // A dispute may return to an earlier state.
  const about =
    refund?.entity.id ??
    (disputeId && [disputeId, said.created_at].join(':')) ??
    paymentId ??
    reference ??
    createHash('sha256').update(body).digest('hex');
  const money = (refund ?? payment)?.entity;
  return {
    key: `${said.event}:${about}`,
    type: said.event,
    reference,
    paymentId,
    refundId: null,
    checkoutId: null,
    disputeId,
    claim: isMoney.test(said.event) && money ? toClaim(money) : null,
  };
}

type Money = NonNullable<z.output<typeof entity>>['entity'];

function toClaim({ amount, currency, created_at: time }: Money): MoneyClaim {
  return {
    amountCents: amount ?? null,
    currency: currency !== undefined && hasCents(currency) ? currency : null,
    at: time === undefined ? null : new Date(time * 1000),
  };
}

function isSigned(body: Buffer, signature: string | string[] | undefined, secret: string): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
