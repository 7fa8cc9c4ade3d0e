import type { Random } from '../smartsheet/ids.ts';

const upper = 'ABCDEFGHJKLMNPQRSTUVWXY0123456789';
const mixed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function text(random: Random, length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
}

/** Returns upper-case letters and digits, as in PayPal's ids. */
export function upperText(random: Random, length: number): string {
  return text(random, length, upper);
}

/** Returns an id of Razorpay: the kind, and fourteen letters and digits. */
export function razorpayId(random: Random, kind: string): string {
  return `${kind}_${text(random, 14, mixed)}`;
}
