import { createHmac, timingSafeEqual } from 'node:crypto';

/** The hash of the present secret, which is the one that is stored, and those of the others. */
export type Hashes = [present: string, ...others: string[]];

/**
 * Makes HMAC-SHA-256 hashes, in base64url, with a key that is not in the database. Every purpose has its own key, so that a
 * hash for one is not valid for another. Somebody who steals the tables can neither use the hashes nor find the six
 * digits behind one by trying them all.
 */
export type KeyedHash = {
  (purpose: string, value: string): string;
  /**
   * Returns the hashes of a value with every known secret, the present one first: what is compared with a stored hash may
   * have been hashed before the secret was replaced, or by a process that is ahead in a rolling restart.
   */
  all: (purpose: string, value: string) => Hashes;
  /** Returns whether a hash is one of `all`, in a time that tells nothing. */
  matches: (given: string, purpose: string, value: string) => boolean;
};

/** Returns a function that makes keyed hashes with the first secret, and compares with those of the others. */
export function createKeyedHash(secret: string, otherSecrets: readonly string[] = []): KeyedHash {
  const hashWith = (one: string, purpose: string, value: string) => {
    const key = createHmac('sha256', one).update(purpose).digest();
    return createHmac('sha256', key).update(value).digest('base64url');
  };
  const keyedHash = (purpose: string, value: string) => hashWith(secret, purpose, value);
  const all = (purpose: string, value: string): Hashes => [
    keyedHash(purpose, value),
    ...otherSecrets.map((one) => hashWith(one, purpose, value)),
  ];
  const matches = (given: string, purpose: string, value: string) => {
    const bytes = Buffer.from(given);
    return all(purpose, value).some((one) => {
      const expected = Buffer.from(one);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
  };
  return Object.assign(keyedHash, { all, matches });
}
