import { timingSafeEqual } from 'node:crypto';
import type { KeyedHash } from '../../base/keyed-hash.ts';

/** The password that an account has, and the address it is for. */
type Password = { email: string; passwordHash: string };

/**
 * Returns what a browser keeps to prove that this password was given in it. It gives no access, and is invalid as soon as the
 * account has another password.
 */
export function passwordProof({ email, passwordHash }: Password, keyedHash: KeyedHash): string {
  return keyedHash('password-proof', `${email} ${passwordHash}`);
}

export function isPasswordProof(
  proof: string | undefined,
  password: Password,
  keyedHash: KeyedHash,
): boolean {
  const given = Buffer.from(proof ?? '');
  const expected = Buffer.from(passwordProof(password, keyedHash));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
