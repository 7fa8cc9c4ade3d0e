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
 * Returns what a request with an `Idempotency-Key` is recognised by: keyed hashes of the key and of the body. Undefined
 * without one. Throws `validation_failed` for a key of another form.
 */
export function readIdempotency(
  context: Context,
  { userId, key, body }: { userId: string; key: unknown; body: object },
): Idempotency | undefined {
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw new AppError('validation_failed', {
      message: 'An Idempotency-Key has 1 to 200 visible characters, such as a UUID.',
      errors: { 'Idempotency-Key': 'Please use 1 to 200 visible characters' },
    });
  }
  // The body has been parsed, so its members are always in the order of the schema.
  const bodyHash = context.keyedHash('idempotent-body', JSON.stringify(body));
  const keyHash = context.keyedHash('idempotency-key', key);
  return {
    find: async (db) => {
      const earlier = await db.idempotencyKey.findUnique({ where: { userId_keyHash: { userId, keyHash } } });
      if (!earlier) return null;
      if (earlier.bodyHash !== bodyHash) throw new AppError('idempotency_key_reused');
      return earlier.automationId;
    },
    record: async (tx, made) => {
      await tx.idempotencyKey.create({ data: { userId, keyHash, bodyHash, ...made } });
    },
  };
}
