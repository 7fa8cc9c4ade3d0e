import type { Sealer } from './sealed.ts';
import { sealedColumns } from './sealed-columns.ts';

const { identity } = sealedColumns.webhookSecret;

/** Returns the shared secret of a webhook as its row keeps it. */
export function sealWebhookSecret(
  sealer: Sealer,
  { webhookId, sharedSecret }: { webhookId: string; sharedSecret: string },
): string {
  return sealer.seal(sharedSecret, identity(webhookId));
}

/** Returns the secret itself, for checking the signature of a callback. Throws `UnsealError`. */
export function openWebhookSecret(
  sealer: Sealer,
  { webhookId, sharedSecretSealed }: { webhookId: string; sharedSecretSealed: string },
): string {
  return sealer.open(sharedSecretSealed, identity(webhookId));
}
