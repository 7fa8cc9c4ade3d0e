import { createHash } from 'node:crypto';
import { AppError } from '@picksync/contracts';
import type { HeardCallback } from '@picksync/db';
import { changeAgentOf } from '@picksync/smartsheet-account';
import {
  type Callback,
  isCausedBy,
  parseCallback,
  verifyCallbackSignature,
} from '@picksync/smartsheet-client';
import type { KnownWebhook, KnownWebhooks } from './known-webhooks.ts';
import type { StatusChange } from './status-change.ts';

export type CallbackParts = {
  known: KnownWebhooks;
  /** Marks what changed; false when the webhook is no longer as it was when the signature was checked. */
  hear: (callback: HeardCallback) => Promise<boolean>;
  noteStatus: (change: StatusChange) => Promise<void>;
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
/** What a nonce may be made of: it goes into a key. Smartsheet's are UUIDs. */
const NONCE = /^[\w-]{1,100}$/;

/** The webhook behind an address. Throws `not_found` for those that are not ours (any more). */
export async function requireWebhook(id: string, known: KnownWebhooks): Promise<KnownWebhook> {
  const webhook = known.recall(id) ?? (await known.lookUp(id));
  if (!webhook) throw new AppError('not_found');
  return webhook;
}

/**
 * Takes a callback of Smartsheet. Answers the text of a challenge, or nothing; both mean exactly 200. Throws
 * `not_found` for webhooks that are not ours (any more) and `forbidden` for a wrong signature.
 */
export async function takeCallback(received: Received, parts: CallbackParts): Promise<string | undefined> {
  const callback = parseCallback(received.rawBody);
  if (callback?.kind === 'events') {
    const remembered = parts.known.recall(received.webhookId);
    if (remembered && isSigned(received, remembered)) {
      if (await takeEvents({ received, callback, webhook: remembered }, parts)) return undefined;
    }
  }
  const webhook = await parts.known.lookUp(received.webhookId);
  if (!webhook) throw new AppError('not_found');
  if (callback?.kind === 'challenge') return answerTo(callback, webhook);
  if (!isSigned(received, webhook)) throw new AppError('forbidden');
  if (!callback) throw new AppError('malformed_request');
  await takeSigned({ received, callback, webhook }, parts);
  return undefined;
}

/** Challenges are not known to be signed. They tell nothing and change nothing. */
function answerTo(
  { challenge, webhookId }: Callback & { kind: 'challenge' },
  { row: { remoteId } }: KnownWebhook,
): string {
  if (remoteId !== null && remoteId !== webhookId) throw new AppError('not_found');
  if (!CHALLENGE.test(challenge)) throw new AppError('malformed_request');
  return challenge;
}

function isSigned({ rawBody, signature }: Received, { sharedSecret }: KnownWebhook): boolean {
  return sharedSecret !== null && verifyCallbackSignature({ sharedSecret, rawBody, header: signature });
}

type Taking<C extends Signed = Signed> = { received: Received; callback: C; webhook: KnownWebhook };

async function takeSigned(taking: Taking, parts: CallbackParts): Promise<void> {
  const { callback, webhook } = taking;
  if (callback.kind === 'status') {
    return parts.noteStatus({ webhook: webhook.row, nonce: nonceOf(taking), remoteStatus: callback.status });
  }
  if (!(await takeEvents({ ...taking, callback }, parts))) throw new AppError('not_found');
}

/** Has the sheet looked at, once per callback: what changed there is not in it. False when the webhook is outdated. */
async function takeEvents(
  taking: Taking<Signed & { kind: 'events' }>,
  { hear }: CallbackParts,
): Promise<boolean> {
  const { id, connectionId, sharedSecretSealed } = taking.webhook.row;
  // Everything in it came from a run of ours on this account, which knows what it did.
  const isOwnEcho = taking.callback.events.every((event) => isCausedBy(event, changeAgentOf(connectionId)));
  if (isOwnEcho || sharedSecretSealed === null) return isOwnEcho;
  return hear({ webhookId: id, sharedSecretSealed, nonce: nonceOf(taking) });
}

/** The same in every delivery of one callback. */
function nonceOf({ callback: { nonce }, received: { rawBody } }: Taking): string {
  return nonce !== null && NONCE.test(nonce) ? nonce : createHash('sha256').update(rawBody).digest('hex');
}
