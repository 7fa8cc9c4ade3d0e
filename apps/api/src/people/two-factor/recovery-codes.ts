import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@picksync/contracts';
import type { KeyedHash } from '../../base/keyed-hash.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 10;

export type RandomIndex = (count: number) => number;

/** Returns new recovery codes as they are shown, each of 50 random bits. */
export function newRecoveryCodes(index: RandomIndex = randomInt): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const code = Array.from({ length }, () => alphabet[index(alphabet.length)]).join('');
    return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
  });
}

/** Returns the hash that is kept of a recovery code, however it was typed. */
export function recoveryCodeHash(
  { userId, code }: { userId: string; code: string },
  keyedHash: KeyedHash,
): string {
  return keyedHash('recovery-code', `${userId} ${code.replace('-', '')}`);
}
