import { type Sealer, sealedColumns, UnsealError } from '@picksync/db';

export type SealedSecret = { id: string; secretSealed: string };

/** Returns a new secret in the form of Standard Webhooks: 256 random bits. */
export function createWebhookSecret(randomBytes: (size: number) => Buffer): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Returns a secret sealed for its row. */
export function sealSecret(sealer: Sealer, { id, secret }: { id: string; secret: string }): string {
  return sealer.seal(secret, sealedColumns.outgoingSecret.identity(id));
}

/** Returns the present secret sealed as the previous one; null when it can no longer be read. */
export function sealAsPrevious(sealer: Sealer, { id, secretSealed }: SealedSecret): string | null {
  try {
    const secret = sealer.open(secretSealed, sealedColumns.outgoingSecret.identity(id));
    return sealer.seal(secret, sealedColumns.previousOutgoingSecret.identity(id));
  } catch (error) {
    if (error instanceof UnsealError) return null;
    throw error;
  }
}
