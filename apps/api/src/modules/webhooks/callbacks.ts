import { createHash } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import { changeAgentOf, markByCallback, type PrismaClient, type Queue } from '@picksync/db';
import {
  type Callback,
  isCausedBy,
  parseCallback,
  verifyCallbackSignature,
} from '@picksync/smartsheet-client';
import { noteStatus } from './status-change.ts';
import { findWebhook, type WebhookRow } from './webhooks.store.ts';

export type CallbackParts = {
  db: PrismaClient;
  queue: Queue;
  now: () => Date;
  /** The shared secret of a webhook, or null before Smartsheet has told it. */
  secretOf: (webhook: WebhookRow) => string | null;
};

/** A callback as it came: nothing in it is believed before its signature was found good. */
export type Received = {
  webhookId: string;
  rawBody: Buffer;
  signature: string | readonly string[] | undefined;
};

type Signed = Exclude<Callback, { kind: 'challenge' }>;

/** What a challenge may be made of: it goes into a header. Smartsheet's are UUIDs. */
const CHALLENGE = /^[\w-]{1,200}$/;

/**
 * Takes a callback of Smartsheet. Answers the text of a challenge, or nothing; both mean exactly 200. Throws
 * `not_found` for webhooks that are not ours (any more) and `forbidden` for a wrong signature.
 */
export async function takeCallback(received: Received, parts: CallbackParts): Promise<string | undefined> {
  const webhook = await findWebhook(parts.db, received.webhookId);
  if (!webhook || webhook.status === 'deleting') throw new AppError('not_found');
  const callback = parseCallback(received.rawBody);
  if (callback?.kind === 'challenge') return answerTo(callback, webhook);

  const sharedSecret = parts.secretOf(webhook);
  const { rawBody, signature } = received;
  if (!sharedSecret || !verifyCallbackSignature({ sharedSecret, rawBody, header: signature })) {
    throw new AppError('forbidden');
  }
  if (!callback) throw new AppError('malformed_request');
  if (!isOwnEcho(callback, webhook)) await note({ callback, webhook, rawBody }, parts);
  return undefined;
}

/** Challenges are not known to be signed. They tell nothing and change nothing. */
function answerTo(
  { challenge, webhookId }: Callback & { kind: 'challenge' },
  { remoteId }: WebhookRow,
): string {
  if (remoteId !== null && remoteId !== webhookId) throw new AppError('not_found');
  if (!CHALLENGE.test(challenge)) throw new AppError('malformed_request');
  return challenge;
}

/** Everything in it came from a run of ours on this account, which knows what it did. */
const isOwnEcho = (callback: Signed, { connectionId }: WebhookRow) =>
  callback.kind === 'events' &&
  callback.events.every((event) => isCausedBy(event, changeAgentOf(connectionId)));

/** Has the sheet looked at, once per callback. What changed there is not in a callback, nor does it matter. */
async function note(
  { callback, webhook, rawBody }: { callback: Signed; webhook: WebhookRow; rawBody: Buffer },
  { db, queue, now }: CallbackParts,
): Promise<void> {
  const nonce = callback.nonce ?? createHash('sha256').update(rawBody).digest('hex');
  const type = callback.kind === 'events' ? 'sheet_changed' : 'webhook_status';
  const at = now();
  await db.$transaction(async (tx) => {
    const isNew = await markByCallback({ tx, queue, webhook, nonce, type, at });
    if (!isNew || callback.kind === 'events') return;
    await noteStatus(tx, { webhook, remoteStatus: callback.status, at }, queue);
  });
}
