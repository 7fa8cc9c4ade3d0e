import { createHmac } from 'node:crypto';

export type KeyedHash = (purpose: string, value: string) => string;

/**
 * HMAC-SHA-256 under a key that is not in the database, in base64url. Every purpose has a key of its own, so that
 * a hash made for one means nothing to another. Whoever steals the tables can neither use the hashes nor find the
 * six digits behind one by trying them all.
 */
export function createKeyedHash(secret: string): KeyedHash {
  const keyOf = (purpose: string) => createHmac('sha256', secret).update(purpose).digest();
  return (purpose, value) => createHmac('sha256', keyOf(purpose)).update(value).digest('base64url');
}
