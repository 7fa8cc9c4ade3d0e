import * as z from 'zod';
import type { ProviderHint, ReceivedEvent } from '../../../base/payments/payment-provider.ts';
import { parseJson } from '../answer-error.ts';
import { ProviderError } from '../provider-error.ts';
import type { createSignatureCheck } from './event-signature.ts';
import type { PaypalClient } from './paypal-client.ts';
import { readHint } from './read-hint.ts';

/** Short, because PayPal waits for our reply while we wait for PayPal's. */
const verificationTimeoutMs = 4000;

const header = z.string().min(1).max(500);

/** The headers with which PayPal signs. */
const signatureHeaders = z
  .object({
    'paypal-auth-algo': z.literal('SHA256withRSA'),
    'paypal-cert-url': header.refine((url) => URL.canParse(url)),
    'paypal-transmission-id': header,
    'paypal-transmission-sig': header,
    'paypal-transmission-time': header,
  })
  .transform((headers) => ({
    algorithm: headers['paypal-auth-algo'],
    certUrl: headers['paypal-cert-url'],
    transmissionId: headers['paypal-transmission-id'],
    signature: headers['paypal-transmission-sig'],
    transmissionTime: headers['paypal-transmission-time'],
  }));

const verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

type Deps = { client: PaypalClient; isSigned: ReturnType<typeof createSignatureCheck> };

/**
 * Returns what an event is about; null when it is not PayPal's. The checks without a call come first: the headers, and the signature by
 * PayPal's certificate. PayPal is asked only about an event that passes them. The request holds the original bytes, because the signature is
 * over those, and JSON that is serialised again may differ. Without a certificate, events of a suspect sender count as forged.
 */
export async function verifyPaypalEvent(
  { headers, body, isSuspect }: ReceivedEvent,
  { client, isSigned }: Deps,
): Promise<ProviderHint | null> {
  const signed = signatureHeaders.safeParse(headers).data;
  const text = decodeText(body);
  const said = parseJson(text ?? '');
  const { webhookId, apiBase } = client;
  if (!signed || text === null || !isObject(said) || !webhookId) return null;
  const { certUrl } = signed;
  if (!isPaypals(certUrl, apiBase)) return null;
  const fits = isReachable(certUrl, apiBase) ? await isSigned({ ...signed, webhookId, body }) : null;
  if (fits === false) return null;
  const about = { provider: 'paypal', call: 'verify event' } as const;
  if (fits === null && isSuspect)
    throw new ProviderError({ ...about, kind: 'retry', code: 'NO_CERTIFICATE' });
  const fields = {
    auth_algo: signed.algorithm,
    cert_url: certUrl,
    transmission_id: signed.transmissionId,
    transmission_sig: signed.signature,
    transmission_time: signed.transmissionTime,
    webhook_id: webhookId,
  };
  const answer = await client.sendOnce(about.call, {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body: `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${text}}`,
    timeoutMs: verificationTimeoutMs,
  });
  const verified = verification.safeParse(answer).data;
  if (!verified) throw new ProviderError({ ...about, kind: 'unknown' });
  return verified.verification_status === 'SUCCESS' ? readHint(said, { body, apiBase }) : null;
}

const paypalHost = /(^|\.)paypal\.com$/;
/** Where PayPal has its certificates. */
const certificatePath = /^\/v1\/notifications\/certs\/[\w.-]+$/;

/** Returns whether a certificate is at one of PayPal's hosts. A stand-in checks its own. */
function isPaypals(certUrl: string, apiBase: string): boolean {
  if (!paypalHost.test(new URL(apiBase).hostname)) return true;
  const { protocol, hostname, port, pathname, search } = new URL(certUrl);
  const isPath = certificatePath.test(pathname) && search === '' && port === '';
  return protocol === 'https:' && paypalHost.test(hostname) && isPath;
}

/** Returns whether a certificate may be fetched: from PayPal's hosts, or from a stand-in at the address that we know it by. */
function isReachable(certUrl: string, apiBase: string): boolean {
  return paypalHost.test(new URL(apiBase).hostname) || new URL(certUrl).origin === new URL(apiBase).origin;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the body as text; null when it is not UTF-8, and could not be sent on unchanged. */
function decodeText(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}
