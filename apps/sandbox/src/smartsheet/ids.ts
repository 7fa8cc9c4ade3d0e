import type { Id } from './model.ts';

/** Returns a number from 0 (included) to 1 (excluded). */
export type Random = () => number;

function below(random: Random, limit: number) {
  return Math.floor(random() * limit);
}

/** Returns a 16-digit id below 2^53. It is drawn in two parts, because the generator has fewer bits than an id. */
export function newId(random: Random): Id {
  return (1000 + below(random, 8007)) * 1_000_000_000_000 + below(random, 1_000_000_000_000);
}

/** Returns random lower-case letters and digits, as in Smartsheet's tokens and secrets. */
export function newSecret(random: Random, length: number): string {
  return Array.from({ length }, () => below(random, 36).toString(36)).join('');
}

/**
 * Smartsheet's ids are 64-bit integers, some of them beyond 2^53, where JavaScript's numbers are no longer exact. Inside
 * the sandbox an id is a number. Those from 9,007,000,000,000,000 on, which `newId` never draws, are written on the wire
 * with three more digits, so that a client that reads them as numbers finds nothing.
 */
const firstWide = 9_007_000_000_000_000;
const lastWide = Number.MAX_SAFE_INTEGER;
const checkModulus = 997;

const narrowInText = /(?<![\w."/-])9007\d{12}(?![\d.])/g;
const wideInText = /(?<![\w."/-])9007\d{15}(?![\d.])/g;

function checkDigits(id: Id) {
  return String(id % checkModulus).padStart(3, '0');
}

/** Returns an id that is longer on the wire. `fraction` is at least 0 and less than 1. */
export function newWideId(fraction: number): Id {
  return firstWide + Math.floor(fraction * (lastWide - firstWide));
}

/** Returns JSON with the digits that the wide ids in it have on the wire. */
export function widenIds(json: string): string {
  return json.includes('9007')
    ? json.replaceAll(narrowInText, (digits) => digits + checkDigits(Number(digits)))
    : json;
}

/** Returns JSON from the wire with the sandbox's own form of the wide ids in it. */
export function narrowIds(json: string): string {
  return json.includes('9007') ? json.replaceAll(wideInText, narrowDigits) : json;
}

/** Returns the number of an id as it stands in a URL or a text. Wrong check digits leave an id that nothing has. */
export function parseId(digits: string): Id {
  return Number(/^9007\d{15}$/.test(digits) ? narrowDigits(digits) : digits);
}

function narrowDigits(digits: string): string {
  const narrow = digits.slice(0, -3);
  return digits.endsWith(checkDigits(Number(narrow))) ? narrow : digits;
}
