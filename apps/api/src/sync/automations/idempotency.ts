import { AppError } from '@picksync/contracts';
import type { Db, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';

const keyPattern = /^[\x21-\x7e]{1,200}$/;

/** How a request is recognised when it is sent again. */
export type Idempotency = {
  /**
   * Returns the id of the automation that the request created before. Throws `idempotency_key_reused` when that was
   * another request.
   */
  find: (db: Db) => Promise<string | null>;
  record: (tx: Tx, made: { automationId: string; createdAt: Date }) => Promise<void>;
};

/**
 * Returns what a request with an `Idempotency-Key` is recognised by: keyed hashes of the key and of the body; where a request
 * creates several, also their places in it. Undefined without a key. Throws `validation_failed` for a key of another form.
 */
export function readIdempotency(
  context: Context,
  { userId, key, body, place }: { userId: string; key: unknown; body: object; place?: number },
): Idempotency | undefined {
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw new AppError('validation_failed', {
      message: 'An Idempotency-Key has 1 to 200 visible characters, such as a UUID.',
      errors: { 'Idempotency-Key': 'Please use 1 to 200 visible characters' },
    });
  }
  // The body has been parsed, so its members are always in the order of the schema.
  const text = JSON.stringify(body);
  // No key has a space in it.
  const placed = place === undefined ? key : `${place} ${key}`;
  const { keyedHash } = context;
  const keyHashes = keyedHash.all('idempotency-key', placed);
  return {
    find: async (db) => {
      const earlier = await db.idempotencyKey.findFirst({ where: { userId, keyHash: { in: keyHashes } } });
      if (!earlier) return null;
      if (!keyedHash.matches(earlier.bodyHash, 'idempotent-body', text))
        throw new AppError('idempotency_key_reused');
      return earlier.automationId;
    },
    record: async (tx, made) => {
      const [keyHash] = keyHashes;
      const bodyHash = keyedHash('idempotent-body', text);
      await tx.idempotencyKey.create({ data: { userId, keyHash, bodyHash, ...made } });
    },
  };
}
