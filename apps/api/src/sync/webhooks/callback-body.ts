import type { Readable } from 'node:stream';
import { AppError } from '@picksync/contracts';
import {
  type CallbackSignature,
  isSignatureHeader,
  type SignatureHeader,
  startCallbackSignature,
} from '@picksync/smartsheet-client';
import type { BodyLimits } from '../../http/body-limits.ts';
import { receiveBody } from '../../http/receive-body.ts';
import type { WebhookCache } from './webhook-cache.ts';

/**
 * The body of a callback. A short one is kept as it came. A long one is only hashed, because anybody may have sent it and it
 * would take memory; if it is from Smartsheet, so many bytes mean many changes.
 */
export type CallbackBody =
  | { kind: 'kept'; rawBody: Buffer }
  | { kind: 'hashed'; isSigned: boolean; digest: string; sharedSecretSealed: string };

/** A body that is being received. */
export type IncomingCallback = {
  webhookId: string;
  signature: SignatureHeader;
  stream: Readable;
  /** The declared length; 0 when the body comes in chunks. */
  declaredBytes: number;
  /** The network that sends it. */
  network: string;
  /** Calls `release` when the request is over, however it ends. */
  onEnd: (release: () => void) => void;
};

export type CallbackBodyDeps = { limits: BodyLimits; webhooks: Pick<WebhookCache, 'read'> };

/**
 * Receives the body of a callback within the limits. Throws `forbidden` for a body without a signature that is longer
 * than a challenge, `payload_too_large`, `request_timeout`, and `unavailable` when too much is being received at once.
 */
export async function readCallbackBody(
  incoming: IncomingCallback,
  deps: CallbackBodyDeps,
): Promise<CallbackBody> {
  const { limits } = deps;
  const { declaredBytes, signature } = incoming;
  const isSigned = isSignatureHeader(signature);
  assertLength(declaredBytes, { isSigned, limits });

  const memory = limits.reserveMemory(incoming.network);
  incoming.onEnd(memory.release);
  let kept: Buffer[] = [];
  let length = 0;
  let long: LongBody | undefined;
  const take = (piece: Buffer): Promise<void> | undefined => {
    length += piece.length;
    assertLength(length, { isSigned, limits });
    if (long) return void long.signature.update(piece);
    if (length <= limits.maxKeptBytes) {
      memory.add(piece.length);
      kept.push(piece);
      return undefined;
    }
    return startLongBody(incoming, deps).then((started) => {
      long = started;
      for (const part of [...kept, piece]) started.signature.update(part);
      kept = [];
      memory.release();
    });
  };

  await receiveBody(incoming.stream, { take, timeoutMs: limits.bodyTimeoutMs }).finally(() =>
    long?.release(),
  );
  if (!long) return { kind: 'kept', rawBody: Buffer.concat(kept) };
  const { isGood, digest } = long.signature.verify(signature);
  return { kind: 'hashed', isSigned: isGood, digest, sharedSecretSealed: long.sharedSecretSealed };
}

function assertLength(length: number, { isSigned, limits }: { isSigned: boolean; limits: BodyLimits }): void {
  if (!isSigned && length > limits.maxUnsignedBytes) throw new AppError('forbidden');
  if (length > limits.maxBytes) throw new AppError('payload_too_large');
}

type LongBody = { signature: CallbackSignature; sharedSecretSealed: string; release: () => void };

/** Waits for a place among the long bodies and reads the current secret: the bytes cannot be hashed a second time. */
async function startLongBody(
  { webhookId, network, onEnd }: IncomingCallback,
  { limits, webhooks }: CallbackBodyDeps,
): Promise<LongBody> {
  const release = await limits.enterLong(network);
  onEnd(release);
  const webhook = await webhooks.read(webhookId);
  if (!webhook) throw new AppError('not_found');
  const { sharedSecret, row } = webhook;
  if (sharedSecret === null || row.sharedSecretSealed === null) throw new AppError('forbidden');
  const signature = startCallbackSignature(sharedSecret);
  return { signature, sharedSecretSealed: row.sharedSecretSealed, release };
}
