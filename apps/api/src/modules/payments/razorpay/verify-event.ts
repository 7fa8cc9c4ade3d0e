import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { ProviderHint, ReceivedEvent } from '../payment-provider.ts';

const entity = z.looseObject({
  entity: z.looseObject({ id: z.string().regex(/^\w{1,64}$/), payment_id: z.string().max(64).nullish() }),
});

/** What an event says, as far as it matters here: it holds one entity of each kind that it is about. */
const event = z.looseObject({
  event: z.string().regex(/^[\w.]{1,120}$/),
  payload: z.looseObject({
    payment_link: entity.optional(),
    payment: entity.optional(),
    refund: entity.optional(),
  }),
});

/**
 * Returns what an event is about; null when its signature is wrong. The event's id is in a header that the signature does not
 * cover, so somebody who has seen an event could send it again under another id: we identify an event by its kind and
 * subject.
 */
export function verifyRazorpayEvent(
  { headers, body }: ReceivedEvent,
  webhookSecret: string | undefined,
): ProviderHint | null {
  if (!webhookSecret || !isSigned(body, headers['x-razorpay-signature'], webhookSecret)) return null;
  const parsed = event.safeParse(jsonOf(body)).data;
  if (!parsed) return null;
  const { payment_link: link, payment, refund } = parsed.payload;
  const paymentId = payment?.entity.id ?? refund?.entity.payment_id ?? null;
  const reference = link?.entity.id ?? null;
  const about =
    refund?.entity.id ?? paymentId ?? reference ?? createHash('sha256').update(body).digest('hex');
  return { key: `${parsed.event}:${about}`, type: parsed.event, reference, paymentId, refundId: null };
}

function isSigned(body: Buffer, signature: string | string[] | undefined, secret: string): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
