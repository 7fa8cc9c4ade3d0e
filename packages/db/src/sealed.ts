import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod';

/** Keys by id. The first one seals; the others still open what was sealed before the keys were changed. */
export type SealingKeys = readonly { id: string; key: Buffer }[];

/** Thrown when a sealed text was made with another key or for another row, or was tampered with. Holds nothing of it. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

export type Sealer = {
  /** Of the key that seals. */
  keyId: string;
  /** Seals a secret for one place: `identity` names table, row and column, and must be the same to open it. */
  seal: (secret: string, identity: string) => string;
  /** Throws `UnsealError`. */
  open: (sealed: string, identity: string) => string;
};

const algorithm = 'aes-256-gcm';
const [keyBytes, ivBytes, tagBytes] = [32, 12, 16];

/**
 * Reads keys from a setting: `id:base64,id:base64`, each of 32 bytes, the sealing one first. Throws with a sentence for
 * an operator, without the keys.
 */
export function parseSealingKeys(text: string): SealingKeys {
  const keys = text.split(',').map((entry) => {
    const [, id, encoded] = /^\s*([\w-]{1,32}):([A-Za-z0-9+/_=-]+)\s*$/.exec(entry) ?? [];
    const key = Buffer.from(encoded ?? '', 'base64');
    if (!id || key.length !== keyBytes) {
      throw new Error(
        'Sealing keys are a list of id:key, each key 32 bytes in base64, such as `openssl rand -base64 32`',
      );
    }
    return { id, key };
  });
  if (new Set(keys.map(({ id }) => id)).size !== keys.length)
    throw new Error('Two sealing keys have the same id');
  return keys;
}

/**
 * Seals secrets with AES-256-GCM. The result is `<key id>.<base64url of nonce, ciphertext and tag>`; key id and
 * identity are authenticated with it, so that a sealed text is worth nothing in another row.
 */
export function createSealer(keys: SealingKeys): Sealer {
  const [current] = keys;
  if (!current) throw new Error('There is no sealing key');
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  return {
    keyId: current.id,
    seal: (secret, identity) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, current.key, iv);
      cipher.setAAD(associated(current.id, identity));
      const parts = [iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${current.id}.${Buffer.concat(parts).toString('base64url')}`;
    },
    open: (sealed, identity) => {
      const { id, bytes } = split(sealed);
      const key = byId.get(id);
      if (!key) throw new UnsealError(`There is no sealing key "${id}"`);
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
        decipher.setAAD(associated(id, identity));
        decipher.setAuthTag(bytes.subarray(-tagBytes));
        return (
          decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        throw new UnsealError(`What is sealed as ${identity} cannot be opened with key "${id}"`);
      }
    },
  };
}

function associated(keyId: string, identity: string) {
  return Buffer.from(`${keyId}\n${identity}`);
}

function split(sealed: string): { id: string; bytes: Buffer } {
  const dot = sealed.indexOf('.');
  const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
  if (dot < 1 || bytes.length < ivBytes + tagBytes) throw new UnsealError('This is not a sealed text');
  return { id: sealed.slice(0, dot), bytes };
}

/** Of 32 random bytes some thirty differ. */
const leastDifferentBytes = 16;

/** The setting `SEALING_KEYS`: parsed, or refused in words that follow its name and show no key. */
export const sealingKeysSetting = z
  .string('is the list of keys that seal secrets in the database')
  .transform((text, context) => {
    try {
      return parseSealingKeys(text);
    } catch {
      context.addIssue('is a list of name:key, each key 32 random bytes in base64');
      return z.NEVER;
    }
  })
  // The others may be: what they sealed has to be opened before it is sealed with the first one.
  .refine(([first]) => new Set(first?.key).size >= leastDifferentBytes, {
    error: 'begins with a key that is not random: make one with openssl rand -base64 32, and put it first',
  });

/** A column of sealed texts. A text opens only with the identity of its own row. */
export type SealedColumn = { table: string; column: string; identity: (id: string) => string };

function sealedColumn(table: string, column: string, name: string): SealedColumn {
  return { table, column, identity: (id) => `${table}:${id}:${name}` };
}

/** Every column of the database that holds sealed texts: what is not listed here is lost when its key is removed. */
export const sealedColumns = {
  accessToken: sealedColumn('smartsheet_connections', 'access_token_sealed', 'access_token'),
  refreshToken: sealedColumn('smartsheet_connections', 'refresh_token_sealed', 'refresh_token'),
  retiredAccessToken: sealedColumn('retired_accounts', 'access_token_sealed', 'access_token'),
  retiredRefreshToken: sealedColumn('retired_accounts', 'refresh_token_sealed', 'refresh_token'),
  webhookSecret: sealedColumn('smartsheet_webhooks', 'shared_secret_sealed', 'shared_secret'),
  outgoingSecret: sealedColumn('outgoing_webhooks', 'secret_sealed', 'secret'),
  previousOutgoingSecret: sealedColumn('outgoing_webhooks', 'previous_secret_sealed', 'previous_secret'),
  channelAddress: sealedColumn('notice_channels', 'address_sealed', 'address'),
  totpSecret: sealedColumn('users', 'totp_secret_sealed', 'totp_secret'),
} satisfies Record<string, SealedColumn>;

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
