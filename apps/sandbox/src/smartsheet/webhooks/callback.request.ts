import { createHmac, randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { SandboxDeps } from '../../deps.ts';
import { isObject } from '../attributes.ts';
import { newSecret, type Random, widenIds } from '../ids.ts';
import type { Time } from '../model.ts';
import type { SheetEvent, Webhook, WebhookStatus } from './webhook.model.ts';

type CallbackResponse = { status: number; headers: Headers; text: string };

/** Posts JSON to a callback URL without following redirects. Returns null for a timeout or a failed connection. */
export async function postJson(
  url: string,
  { body, headers, timeoutMs }: { body: string; headers: Record<string, string>; timeoutMs: number },
): Promise<CallbackResponse | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return null;
  }
}

/** Returns why a callback failed, as Smartsheet says it in `disabledDetails`. A null status is no answer. */
export function failureDetails({ random, status }: { random: Random; status: number | null }): string {
  const reason = status === null ? 'Request timed out' : `Request returned HTTP status code ${status}`;
  return `${reason} (ref id: ${newSecret(random, 12)})`;
}

/** Posts a callback, with the webhook's id and the hex HMAC-SHA-256 of the body by its shared secret. */
export function postCallback(
  { id, callbackUrl, sharedSecret }: Webhook,
  body: string,
  { CALLBACK_TIMEOUT_MS }: Config,
) {
  return postJson(callbackUrl, {
    body,
    headers: {
      'Smartsheet-Hook-Id': widenIds(String(id)),
      'Smartsheet-Hmac-SHA256': createHmac('sha256', sharedSecret).update(body).digest('hex'),
    },
    timeoutMs: CALLBACK_TIMEOUT_MS,
  });
}

/** Returns the JSON of a callback that reports events. */
export function eventsBody(webhook: Webhook, events: readonly SheetEvent[], sentAt: Time): string {
  return widenIds(
    JSON.stringify({
      ...callbackFields(webhook, sentAt),
      events: events.map(({ at, ...event }) => ({ ...event, timestamp: callbackTime(at) })),
    }),
  );
}

/** Returns the JSON of a callback that reports a change of the webhook's status. */
export function statusBody(webhook: Webhook, status: WebhookStatus, sentAt: Time): string {
  return widenIds(JSON.stringify({ ...callbackFields(webhook, sentAt), newWebhookStatus: status }));
}

function callbackFields({ id, sheetId }: Webhook, sentAt: Time) {
  return {
    nonce: randomUUID(),
    timestamp: callbackTime(sentAt),
    webhookId: id,
    scope: 'sheet',
    scopeObjectId: sheetId,
  };
}

/** Callbacks have milliseconds and a numeric offset, unlike the responses of the API. */
function callbackTime(at: Time): string {
  return new Date(at).toISOString().replace('Z', '+00:00');
}

/**
 * Challenges a callback URL: it must respond with 200 and return the challenge in the header or the body. Returns null
 * when it does, else why not. The request is not signed, because the documentation does not say so.
 */
export async function verifyCallbackUrl(
  { id, callbackUrl }: Webhook,
  { config, random }: Pick<SandboxDeps, 'config' | 'random'>,
): Promise<string | null> {
  const challenge = randomUUID();
  const answer = await postJson(callbackUrl, {
    body: JSON.stringify({ challenge, webhookId: id }),
    headers: { 'Smartsheet-Hook-Challenge': challenge },
    timeoutMs: config.CALLBACK_TIMEOUT_MS,
  });
  if (answer?.status !== 200) return failureDetails({ random, status: answer?.status ?? null });
  if (answer.headers.get('smartsheet-hook-response') === challenge) return null;
  return readChallenge(answer.text) === challenge ? null : 'The challenge was not returned.';
}

function readChallenge(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body.smartsheetHookResponse : undefined;
  } catch {
    return undefined;
  }
}
