import { crc32 } from 'node:zlib';
import { apiKeyPrefix } from '@picksync/contracts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** How many of these digits 256 bits, and the 32 of the checksum, need at most. */
const [secretLength, checksumLength] = [43, 6];

const pattern = new RegExp(`^${apiKeyPrefix}[${digits}]{${secretLength + checksumLength}}$`);

/** How much of a key the list shows. */
const shownLength = apiKeyPrefix.length + 4;

/** Returns a new key: its prefix, 256 random bits, and a checksum. Letters and digits alone, so that a double click marks all of it. */
export function createApiKeyText(randomBytes: (size: number) => Buffer): string {
  const secret = toDigits(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return `${apiKeyPrefix}${secret}${toChecksum(secret)}`;
}

/** Returns whether a text has the form of a key and a right checksum: a typo is found without a query. */
export function isWholeApiKey(text: string): boolean {
  if (!pattern.test(text)) return false;
  const secret = text.slice(apiKeyPrefix.length, -checksumLength);
  return text.endsWith(toChecksum(secret));
}

/** Returns the beginning of a key, by which its owner recognises it. */
export function getShownPart(key: string): string {
  return key.slice(0, shownLength);
}

function toChecksum(secret: string): string {
  return toDigits(BigInt(crc32(secret)), checksumLength);
}

function toDigits(number: bigint, length: number): string {
  const base = BigInt(digits.length);
  let rest = number;
  let text = '';
  for (; rest > 0n; rest /= base) text = `${digits[Number(rest % base)]}${text}`;
  return text.padStart(length, digits[0]);
}
