import { createHash } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import type { SignedCallback } from '@picksync/db';
import { changeAgentOf } from '@picksync/smartsheet-account';
import {
  type Callback,
  isCausedBy,
  parseCallback,
  type SignatureHeader,
  verifyCallbackSignature,
} from '@picksync/smartsheet-client';
import type { BodyLimits } from './body-limits.ts';
import type { CallbackBody } from './callback-body.ts';
import type { StatusChange } from './record-status-change.ts';
import type { KnownWebhook, WebhookCache } from './webhook-cache.ts';

export type CallbackDeps = {
  webhooks: WebhookCache;
  /** Marks what changed; false when the webhook is no longer as it was when the signature was checked. */
  recordCallback: (callback: SignedCallback) => Promise<boolean>;
  /** Notes that Smartsheet delivers, although there is nothing to look at. */
  recordEcho: (webhookId: string) => Promise<unknown>;
  recordStatusChange: (change: StatusChange) => Promise<void>;
  limits: BodyLimits;
};

/** A callback as it came: nothing in it is believed before its signature was found good. */
export type ReceivedCallback = { webhookId: string; body: CallbackBody; signature: SignatureHeader };

type Events = Extract<Callback, { kind: 'events' }>;

/** What a challenge may be made of: it goes into a header. Smartsheet's are UUIDs. */
const challengePattern = /^[\w-]{1,200}$/;
/** What a nonce may be made of: it goes into a key. Smartsheet's are UUIDs. */
const noncePattern = /^[\w-]{1,100}$/;

/**
 * Receives a callback of Smartsheet. Returns the text of a challenge, or nothing; both mean exactly 200. Throws
 * `not_found` for webhooks that are not ours (any more) and `forbidden` for a wrong signature.
 */
export async function receiveCallback(
  received: ReceivedCallback,
  deps: CallbackDeps,
): Promise<string | undefined> {
  const { webhookId, body, signature } = received;
  if (body.kind === 'hashed') return receiveLongCallback(webhookId, body, deps);
  const { rawBody } = body;
  const isSignedFor = ({ sharedSecret }: KnownWebhook) =>
    sharedSecret !== null && verifyCallbackSignature({ sharedSecret, rawBody, header: signature });

  const kept = deps.webhooks.getKept(webhookId);
  let callback: Callback | undefined;
  if (kept && isSignedFor(kept)) {
    callback = parseCallback(rawBody);
    if (callback?.kind === 'events' && (await receiveEvents({ callback, rawBody, webhook: kept }, deps))) {
      return undefined;
    }
  }
  // What was kept may be outdated, and what changes a webhook's state is compared with its row.
  const webhook = await deps.webhooks.read(webhookId);
  if (!webhook) throw new AppError('not_found');
  if (!isSignedFor(webhook)) return readChallenge(rawBody, webhook, deps);
  callback = parseCallback(rawBody);
  if (!callback) throw new AppError('malformed_request');
  if (callback.kind === 'challenge') return challengeOf(callback, webhook);
  if (callback.kind === 'events') {
    if (!(await receiveEvents({ callback, rawBody, webhook }, deps))) throw new AppError('not_found');
    return undefined;
  }
  assertSameWebhook(callback, webhook);
  const nonce = nonceOf(callback, rawBody);
  await deps.recordStatusChange({ webhook: webhook.row, nonce, remoteStatus: callback.status });
  return undefined;
}

/** So many events are not read: one of them at least is taken for somebody else's. */
async function receiveLongCallback(
  webhookId: string,
  { isSigned, digest, sharedSecretSealed }: Extract<CallbackBody, { kind: 'hashed' }>,
  { recordCallback }: CallbackDeps,
): Promise<undefined> {
  if (!isSigned) throw new AppError('forbidden');
  if (!(await recordCallback({ webhookId, sharedSecretSealed, nonce: digest })))
    throw new AppError('not_found');
}

/** Reads what came without a good signature, which can only be a challenge: those are not known to be signed. */
function readChallenge(rawBody: Buffer, webhook: KnownWebhook, { limits }: CallbackDeps): string {
  const callback = rawBody.length <= limits.maxUnsignedBytes ? parseCallback(rawBody) : undefined;
  if (callback?.kind !== 'challenge') throw new AppError('forbidden');
  return challengeOf(callback, webhook);
}

/** A challenge tells nothing and changes nothing. */
function challengeOf(callback: Extract<Callback, { kind: 'challenge' }>, webhook: KnownWebhook): string {
  assertSameWebhook(callback, webhook);
  if (!challengePattern.test(callback.challenge)) throw new AppError('malformed_request');
  return callback.challenge;
}

/** Throws `not_found` for what is about another webhook than the one whose address was called. */
function assertSameWebhook(callback: Callback, webhook: KnownWebhook): void {
  if (!isAbout(callback, webhook)) throw new AppError('not_found');
}

function isAbout({ webhookId }: Callback, { row: { remoteId } }: KnownWebhook) {
  return remoteId === null || remoteId === webhookId;
}

/** Has the sheet looked at, once per callback: what changed there is not in it. False when the webhook is outdated. */
async function receiveEvents(
  { callback, rawBody, webhook }: { callback: Events; rawBody: Buffer; webhook: KnownWebhook },
  deps: CallbackDeps,
): Promise<boolean> {
  const { id, connectionId, sharedSecretSealed } = webhook.row;
  if (!isAbout(callback, webhook) || sharedSecretSealed === null) return false;
  if (hasNews(callback, changeAgentOf(connectionId))) {
    return deps.recordCallback({ webhookId: id, sharedSecretSealed, nonce: nonceOf(callback, rawBody) });
  }
  await deps.recordEcho(id);
  return true;
}

/** Whether anybody but a run of ours on this connection, which knows what it did, changed something. */
function hasNews({ events }: Events, ownAgent: string): boolean {
  for (const event of events) if (!isCausedBy(event, ownAgent)) return true;
  return false;
}

/** The same in every delivery of one callback. */
function nonceOf({ nonce }: Exclude<Callback, { kind: 'challenge' }>, rawBody: Buffer): string {
  return nonce !== null && noncePattern.test(nonce)
    ? nonce
    : createHash('sha256').update(rawBody).digest('hex');
}
