import { createHmac } from 'node:crypto';
import { type OutgoingWebhook, type Sealer, sealedColumns, UnsealError } from '@picksync/db';

/**
 * Signs a delivery of an outgoing webhook with each of the secrets. Returns the headers that prove to a receiver who sends,
 * as Standard Webhooks defines them.
 */
export function signWebhook(delivery: { id: string; at: Date; body: string; secrets: readonly string[] }) {
  const { id, at, body, secrets } = delivery;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Picksync-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

const { outgoingSecret, previousOutgoingSecret } = sealedColumns;

/**
 * Returns the secrets to sign with: the current one, and for a while the one before, if it can be read. Null when the key
 * that the current one was sealed with is lost: a retry would not help.
 */
export function openSigningSecrets(
  { id, secretSealed, previousSecretSealed, previousSecretUntil }: OutgoingWebhook,
  { sealer, at }: { sealer: Sealer; at: Date },
): string[] | null {
  const present = openOrNull(sealer, secretSealed, outgoingSecret.identity(id));
  if (present === null) return null;
  const isOver = previousSecretSealed === null || previousSecretUntil === null || previousSecretUntil <= at;
  const previous = isOver
    ? null
    : openOrNull(sealer, previousSecretSealed, previousOutgoingSecret.identity(id));
  return previous === null ? [present] : [present, previous];
}

function openOrNull(sealer: Sealer, sealed: string, identity: string): string | null {
  try {
    return sealer.open(sealed, identity);
  } catch (error) {
    if (error instanceof UnsealError) return null;
    throw error;
  }
}
