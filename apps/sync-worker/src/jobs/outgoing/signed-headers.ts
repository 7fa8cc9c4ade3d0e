import { createHmac } from 'node:crypto';
import { type OutgoingWebhook, type Sealer, sealedColumns, UnsealError } from '@picksync/db';

const { outgoingSecret, previousOutgoingSecret } = sealedColumns;

/** Returns the headers by which a receiver recognises us, as Standard Webhooks defines them. */
export function signedHeaders({
  id,
  at,
  body,
  secrets,
}: {
  id: string;
  at: Date;
  body: string;
  secrets: readonly string[];
}): Record<string, string> {
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

/**
 * Returns the secrets to sign with: the current one, and for a while the one before, if it can be read. Throws
 * `UnsealError` when the current one cannot be read.
 */
export function secretsOf(
  { id, secretSealed, previousSecretSealed, previousSecretUntil }: OutgoingWebhook,
  { sealer, at }: { sealer: Sealer; at: Date },
): string[] {
  const present = sealer.open(secretSealed, outgoingSecret.identity(id));
  if (!previousSecretSealed || !previousSecretUntil || previousSecretUntil <= at) return [present];
  try {
    return [present, sealer.open(previousSecretSealed, previousOutgoingSecret.identity(id))];
  } catch (error) {
    if (error instanceof UnsealError) return [present];
    throw error;
  }
}
