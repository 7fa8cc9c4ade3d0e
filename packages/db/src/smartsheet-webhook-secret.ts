import type { Sealer } from './sealed.ts';

const identityOf = (webhookId: string) => `smartsheet_webhooks:${webhookId}:shared_secret`;

/** The shared secret of a webhook as its row keeps it. */
export const sealWebhookSecret = (
  sealer: Sealer,
  { webhookId, sharedSecret }: { webhookId: string; sharedSecret: string },
): string => sealer.seal(sharedSecret, identityOf(webhookId));

/** The secret itself, for checking the signature of a callback. Throws `UnsealError`. */
export const openWebhookSecret = (
  sealer: Sealer,
  { webhookId, sharedSecretSealed }: { webhookId: string; sharedSecretSealed: string },
): string => sealer.open(sharedSecretSealed, identityOf(webhookId));
