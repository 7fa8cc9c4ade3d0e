import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@picksync/contracts';
import { Secret, TOTP } from 'otpauth';
import type { Hashes, KeyedHash } from '../../base/keyed-hash.ts';

const periodMs = 30_000;
/** How many codes before and after the present one are accepted: clocks differ, and typing takes time. */
const toleratedSteps = 1;
const secretBytes = 20;

/** Returns a new secret for an authenticator app, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

function createTotp(secret: string, email: string): TOTP {
  return new TOTP({ issuer: 'Picksync', label: email, secret, algorithm: 'SHA1', digits: 6, period: 30 });
}

/** Returns the address that a QR code holds for an authenticator app. */
export function toTotpUri(secret: string, email: string): string {
  return createTotp(secret, email).toString();
}

/** Returns the time step of a code; null when it is not a code of about now. */
export function findTotpStep({
  secret,
  code,
  at,
}: {
  secret: string;
  code: string;
  at: Date;
}): number | null {
  const timestamp = at.getTime();
  const delta = createTotp(secret, '').validate({ token: code, timestamp, window: toleratedSteps });
  return delta === null ? null : Math.floor(timestamp / periodMs) + delta;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 10;

/** Returns new recovery codes as they are shown, each of 50 random bits. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
  });
}

/** Returns the hashes that may be kept of a recovery code, however it was typed; the first is the one of new codes. */
export function hashRecoveryCode(
  { userId, code }: { userId: string; code: string },
  keyedHash: KeyedHash,
): Hashes {
  return keyedHash.all('recovery-code', `${userId} ${code.replace('-', '')}`);
}
