import * as z from 'zod';
import type { ProviderHint, ReceivedEvent } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { createSignatureCheck } from './event-signature.ts';
import type { PaypalClient } from './paypal-client.ts';
import { readHint } from './read-hint.ts';

/** Short, because PayPal waits for our reply while we wait for PayPal's. */
const verificationTimeoutMs = 4000;

const header = z.string().min(1).max(500);

/** The headers with which PayPal signs. */
const signatureHeaders = z.object({
  'paypal-auth-algo': z.literal('SHA256withRSA'),
  'paypal-cert-url': header.refine((url) => URL.canParse(url)),
  'paypal-transmission-id': header,
  'paypal-transmission-sig': header,
  'paypal-transmission-time': header,
});

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
  const said = parseJson(text);
  if (!signed || text === null || !isObject(said) || !client.webhookId) return null;
  const certUrl = signed['paypal-cert-url'];
  if (!isPaypals(certUrl, client.apiBase)) return null;
  const [transmissionId, transmissionTime] = [
    signed['paypal-transmission-id'],
    signed['paypal-transmission-time'],
  ];
  const signature = signed['paypal-transmission-sig'];
  const { webhookId } = client;
  const given = { certUrl, transmissionId, transmissionTime, signature, webhookId, body };
  const fits = isReachable(certUrl, client.apiBase) ? await isSigned(given) : null;
  if (fits === false) return null;
  if (fits === null && isSuspect)
    throw new ProviderError({
      provider: 'paypal',
      call: 'verify event',
      kind: 'retry',
      code: 'NO_CERTIFICATE',
    });
  const fields = {
    auth_algo: signed['paypal-auth-algo'],
    cert_url: certUrl,
    transmission_id: transmissionId,
    transmission_sig: signature,
    transmission_time: transmissionTime,
    webhook_id: webhookId,
  };
  const answer = await client.send('verify event', {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    body: `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${text}}`,
    timeoutMs: verificationTimeoutMs,
  });
  const verified = verification.safeParse(answer).data;
  if (!verified) throw new ProviderError({ provider: 'paypal', call: 'verify event', kind: 'unknown' });
  return verified.verification_status === 'SUCCESS'
    ? readHint(said, { body, apiBase: client.apiBase })
    : null;
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

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
