import { createHash } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import type { SignedCallback } from '@picksync/db';
import { readAutomationId, toChangeAgent } from '@picksync/smartsheet-account';
import {
  type Callback,
  isCausedBy,
  parseCallback,
  type SignatureHeader,
  verifyCallbackSignature,
} from '@picksync/smartsheet-client';
import type { BodyLimits } from '../../http/body-limits.ts';
import type { CallbackBody } from './callback-body.ts';
import type { StatusChange } from './record-status-change.ts';
import type { KnownWebhook, WebhookCache } from './webhook-cache.ts';
import type { Echo } from './webhooks.store.ts';

export type CallbackDeps = {
  webhooks: WebhookCache;
  /** Marks the sheet; returns false when the webhook is no longer as it was when the signature was checked. */
  recordCallback: (callback: SignedCallback) => Promise<boolean>;
  /** Records a callback about our own changes only, and marks the automations that have to see them. */
  recordEcho: (echo: Echo) => Promise<unknown>;
  recordStatusChange: (change: StatusChange) => Promise<void>;
  limits: BodyLimits;
};

/** A callback as it was received: nothing in it is used before its signature is verified. */
export type ReceivedCallback = { webhookId: string; body: CallbackBody; signature: SignatureHeader };

type Events = Extract<Callback, { kind: 'events' }>;

/** The characters that a challenge may have: it goes into a header. Smartsheet's are UUIDs. */
const challengePattern = /^[\w-]{1,200}$/;
/** The characters that a nonce may have: it goes into a key. Smartsheet's are UUIDs. */
const noncePattern = /^[\w-]{1,100}$/;

/**
 * Receives a callback of Smartsheet. Returns the text of a challenge, or nothing; both mean exactly 200. Throws
 * `not_found` for a webhook that is not ours or no longer is, and `forbidden` for a wrong signature.
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
  // The cached webhook may be outdated, and a change of state is compared with the row.
  const webhook = await deps.webhooks.read(webhookId);
  if (!webhook) throw new AppError('not_found');
  if (!isSignedFor(webhook)) return readChallenge(rawBody, webhook, deps);
  callback = parseCallback(rawBody);
  if (!callback) throw new AppError('malformed_request');
  if (callback.kind === 'challenge') return getChallenge(callback, webhook);
  if (callback.kind === 'events') {
    if (!(await receiveEvents({ callback, rawBody, webhook }, deps))) throw new AppError('not_found');
    return undefined;
  }
  assertSameWebhook(callback, webhook);
  const nonce = readNonce(callback, rawBody);
  await deps.recordStatusChange({ webhook: webhook.row, nonce, remoteStatus: callback.status });
  return undefined;
}

/** Records a callback too long to be read. It is assumed that not all of so many events are our own. */
async function receiveLongCallback(
  webhookId: string,
  { isSigned, digest, sharedSecretSealed }: Extract<CallbackBody, { kind: 'hashed' }>,
  { recordCallback }: CallbackDeps,
): Promise<undefined> {
  if (!isSigned) throw new AppError('forbidden');
  if (!(await recordCallback({ webhookId, sharedSecretSealed, nonce: digest })))
    throw new AppError('not_found');
}

/** Reads a callback without a valid signature, which can only be a challenge: those need not be signed. */
function readChallenge(rawBody: Buffer, webhook: KnownWebhook, { limits }: CallbackDeps): string {
  const callback = rawBody.length <= limits.maxUnsignedBytes ? parseCallback(rawBody) : undefined;
  if (callback?.kind !== 'challenge') throw new AppError('forbidden');
  return getChallenge(callback, webhook);
}

/** Returns the text to answer a challenge with. It changes nothing. */
function getChallenge(callback: Extract<Callback, { kind: 'challenge' }>, webhook: KnownWebhook): string {
  assertSameWebhook(callback, webhook);
  if (!challengePattern.test(callback.challenge)) throw new AppError('malformed_request');
  return callback.challenge;
}

/** Throws `not_found` for a callback of another webhook than the one whose address was called. */
function assertSameWebhook(callback: Callback, webhook: KnownWebhook): void {
  if (!isAbout(callback, webhook)) throw new AppError('not_found');
}

function isAbout({ webhookId }: Callback, { row: { remoteId } }: KnownWebhook) {
  return remoteId === null || remoteId === webhookId;
}

/** Marks the sheet, once per callback: what changed is not in the events. Returns false when the webhook is outdated. */
async function receiveEvents(
  { callback, rawBody, webhook }: { callback: Events; rawBody: Buffer; webhook: KnownWebhook },
  deps: CallbackDeps,
): Promise<boolean> {
  const { id, connectionId, sharedSecretSealed } = webhook.row;
  if (!isAbout(callback, webhook) || sharedSecretSealed === null) return false;
  const writers = listOwnWriters(callback, toChangeAgent(connectionId));
  if (writers === null) {
    return deps.recordCallback({ webhookId: id, sharedSecretSealed, nonce: readNonce(callback, rawBody) });
  }
  await deps.recordEcho({ webhookId: id, writers });
  return true;
}

/** Events that are not about rows: a run's change of a column cannot be in anybody's source. */
const notOfRows = new Set(['sheet', 'column']);

/** Events that change no cell and no column. */
const besideCells = new Set(['attachment', 'comment', 'discussion']);

/**
 * Returns the automations whose runs on this connection have changed rows; null when anybody else has changed something
 * that a list may depend on. Writes of an old version that did not name its automation have no writer.
 */
function listOwnWriters({ events }: Events, ownAgent: string): string[] | null {
  const writers = new Set<string>();
  for (const event of events) {
    if (besideCells.has(event.objectType)) continue;
    if (!isCausedBy(event, ownAgent)) return null;
    const writer = notOfRows.has(event.objectType) ? undefined : readAutomationId(event.changeAgent ?? '');
    if (writer !== undefined) writers.add(writer);
  }
  return [...writers];
}

/** Returns what identifies a callback: the same in every delivery of it. */
function readNonce({ nonce }: Exclude<Callback, { kind: 'challenge' }>, rawBody: Buffer): string {
  return nonce !== null && noncePattern.test(nonce)
    ? nonce
    : createHash('sha256').update(rawBody).digest('hex');
}
