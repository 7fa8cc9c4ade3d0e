import { createHash } from 'node:crypto';
import * as z from 'zod';
import { hasCents, parseCents } from '../../../base/amounts.ts';
import type { MoneyClaim, ReceivedEvent, VerifiedEvent } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../provider-error.ts';
import { parseJson } from '../provider-transport.ts';
import type { createSignatureCheck } from './event-signature.ts';
import type { PaypalClient } from './paypal-client.ts';

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
): Promise<VerifiedEvent | null> {
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

const id = z.string().min(1).max(128);
/** A missing or malformed id counts as absent. */
const optionalId = id.optional().catch(undefined);
const text = z.string().max(100).optional().catch(undefined);

const link = z.object({ href: z.string().max(500) });

/** The part of an event that matters here; each kind of resource has it in another place. */
const resource = z
  .object({
    id: optionalId,
    billing_agreement_id: optionalId,
    dispute_id: optionalId,
    sale_id: optionalId,
    capture_id: optionalId,
    custom_id: optionalId,
    custom: optionalId,
    create_time: text,
    amount: z
      .object({ total: text, currency: text, value: text, currency_code: text })
      .optional()
      .catch(undefined),
    links: z
      .array(link.catch({ href: '' }))
      .max(50)
      .catch([])
      .default([]),
  })
  .catch({ links: [] });

const event = z.object({
  id: optionalId,
  event_type: z.string().min(1).max(120).catch('unknown'),
  resource: resource.default({ links: [] }),
});

type Resource = z.output<typeof resource>;

/** Events about a payment or a refund. */
const isMoney = /^PAYMENT\.(SALE|CAPTURE)\.(COMPLETED|REFUNDED|REVERSED)$/;

/** Returns what an event of PayPal's is about. One without a resource, or of an unknown shape, is about nothing. */
function readHint(
  said: Record<string, unknown>,
  { body, apiBase }: { body: Buffer; apiBase: string },
): VerifiedEvent {
  const { id: eventId, event_type: type, resource: about } = event.parse(said);
  const isSubscription = type.startsWith('BILLING.SUBSCRIPTION.');
  const reference = isSubscription ? about.id : about.billing_agreement_id;
  const ids = type.startsWith('PAYMENT.') ? readMoneyIds(type, about, apiBase) : noIds;
  return {
    key: eventId ?? createHash('sha256').update(body).digest('hex'),
    type,
    reference: reference ?? null,
    ...ids,
    checkoutId: (isSubscription ? about.custom_id : (about.custom_id ?? about.custom)) ?? null,
    disputeId: (type.startsWith('CUSTOMER.DISPUTE.') ? about.dispute_id : undefined) ?? null,
    claim: isMoney.test(type) && about.id !== undefined ? toClaim(about) : null,
  };
}

const noIds = { paymentId: null, refundId: null };

/**
 * Returns which payment and refund an event is about. A payment is a sale of version 1 of PayPal's payments API or a capture of
 * version 2; a refund names it in a member, in a link, or not at all.
 */
function readMoneyIds(type: string, about: Resource, apiBase: string) {
  const linked = about.links.flatMap(({ href }) => parseMoneyLink(href, apiBase) ?? []);
  const refundId = linked.find(({ kind }) => kind === 'refund')?.id;
  const paymentId = about.sale_id ?? about.capture_id ?? linked.find(({ kind }) => kind === 'payment')?.id;
  const isBack = /\.(REFUNDED|REVERSED)$/.test(type);
  const own = about.id === paymentId ? undefined : about.id;
  return {
    paymentId: paymentId ?? (isBack ? undefined : about.id) ?? null,
    refundId: (isBack ? (refundId ?? own) : undefined) ?? null,
  };
}

const moneyPath = /\/v[12]\/payments\/(sale|capture|captures|refund|refunds)\/([\w-]{1,128})$/;

/** Returns the payment or refund that a link leads to; null for any other link, and for one to another host. */
function parseMoneyLink(href: string, apiBase: string): { kind: 'payment' | 'refund'; id: string } | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  const [, noun, id] = moneyPath.exec(url.pathname) ?? [];
  if (noun === undefined || id === undefined || !isApiHost(url.hostname, apiBase)) return null;
  return { kind: noun.startsWith('refund') ? 'refund' : 'payment', id };
}

/** The API's hosts: PayPal's links name the first, and calls go to the second. */
const apiHosts = [
  ['api.paypal.com', 'api-m.paypal.com'],
  ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'],
];

/** Returns whether a host is that of the API which is called. A stand-in may be reached by another name than it knows itself. */
function isApiHost(hostname: string, apiBase: string): boolean {
  const called = new URL(apiBase).hostname;
  const hosts = apiHosts.find((pair) => pair.includes(called));
  return hosts === undefined || hosts.includes(hostname);
}

function toClaim({ amount, create_time: time }: Resource): MoneyClaim {
  const cents = parseCents(amount?.total ?? amount?.value);
  const currency = amount?.currency ?? amount?.currency_code;
  const at = new Date(time ?? Number.NaN);
  return {
    amountCents: cents === null ? null : Math.abs(cents),
    currency: currency !== undefined && hasCents(currency) ? currency : null,
    at: Number.isNaN(at.getTime()) ? null : at,
  };
}
