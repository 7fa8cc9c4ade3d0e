import { createHmac } from 'node:crypto';

export type KeyedHash = (purpose: string, value: string) => string;

/**
 * Returns a function that makes HMAC-SHA-256 hashes, in base64url, with a key that is not in the database. Every purpose has
 * its own key, so that a hash for one is not valid for another. Somebody who steals the tables can neither use the
 * hashes nor find the six digits behind one by trying them all.
 */
export function createKeyedHash(secret: string): KeyedHash {
  const deriveKey = (purpose: string) => createHmac('sha256', secret).update(purpose).digest();
  return (purpose, value) => createHmac('sha256', deriveKey(purpose)).update(value).digest('base64url');
}
