import * as z from 'zod';
import type { ProviderHint, ReceivedEvent } from '../payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { PaypalClient } from './paypal-client.ts';

/** Short, because PayPal waits for our reply while we wait for PayPal's. */
const verificationTimeoutMs = 4000;

const header = z.string().min(1).max(500);

/** The headers with which PayPal signs. */
const signatureHeaders = z.object({
  'paypal-auth-algo': header,
  'paypal-cert-url': header.refine((url) => URL.canParse(url)),
  'paypal-transmission-id': header,
  'paypal-transmission-sig': header,
  'paypal-transmission-time': header,
});

const id = z.string().min(1).max(128);

/** The part of an event that matters here; each kind of resource has it in another place. */
const event = z.looseObject({
  id,
  event_type: z.string().min(1).max(120),
  resource: z.looseObject({
    id: z.string().max(128).optional(),
    billing_agreement_id: id.optional(),
    sale_id: id.optional(),
  }),
});

const verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

/**
 * Returns what an event is about; null when PayPal says that it is not theirs. The request holds the original bytes,
 * because the signature is over those, and JSON that is serialised again may differ.
 */
export async function verifyPaypalEvent(
  { headers, body }: ReceivedEvent,
  client: PaypalClient,
): Promise<ProviderHint | null> {
  const signed = signatureHeaders.safeParse(headers).data;
  const text = textOf(body);
  const parsed = event.safeParse(jsonOf(text)).data;
  if (!signed || !parsed || text === null || !client.webhookId) return null;
  if (!isPaypals(signed['paypal-cert-url'], client.apiBase)) return null;
  const fields = {
    auth_algo: signed['paypal-auth-algo'],
    cert_url: signed['paypal-cert-url'],
    transmission_id: signed['paypal-transmission-id'],
    transmission_sig: signed['paypal-transmission-sig'],
    transmission_time: signed['paypal-transmission-time'],
    webhook_id: client.webhookId,
  };
  const answer = await client.send('verify event', {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body: `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${text}}`,
    timeoutMs: verificationTimeoutMs,
  });
  const verified = verification.safeParse(answer).data;
  if (!verified) throw new ProviderError({ provider: 'paypal', call: 'verify event', kind: 'unknown' });
  return verified.verification_status === 'SUCCESS' ? hintOf(parsed) : null;
}

function hintOf({ id, event_type, resource }: z.output<typeof event>): ProviderHint {
  const isSubscription = event_type.startsWith('BILLING.SUBSCRIPTION.');
  const reference = isSubscription ? resource.id : resource.billing_agreement_id;
  const isPayment = event_type.startsWith('PAYMENT.');
  const paymentId = isPayment ? (resource.sale_id ?? resource.id) : undefined;
  const refundId = resource.sale_id === undefined ? undefined : resource.id;
  return {
    key: id,
    type: event_type,
    reference: reference || null,
    paymentId: paymentId || null,
    refundId: refundId || null,
  };
}

/** Returns whether a certificate is at one of PayPal's hosts. A stand-in checks its own. */
function isPaypals(certUrl: string, apiBase: string): boolean {
  const { protocol, hostname } = new URL(certUrl);
  const isOwnHost = /(^|\.)paypal\.com$/;
  return !isOwnHost.test(new URL(apiBase).hostname) || (protocol === 'https:' && isOwnHost.test(hostname));
}

/** Returns the body as text; null when it is not UTF-8, and could not be sent on unchanged. */
function textOf(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
