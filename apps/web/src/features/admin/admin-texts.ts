import { paymentProviderLabels } from '@picksync/contracts';

/** Who was paid for a plan, as administrators read it: a provider, or nobody. */
export const payeeNames = { ...paymentProviderLabels, manual: 'By hand', none: 'Coupon' };

/** How long something takes, as in `0.4 s`, `38 s`, `12 min`, `21 h` or `3 days`. */
export function durationWords(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  if (minutes < 100) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  return hours < 73 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`;
}

/** Returns the number that was typed, and none for an empty input, which would count as zero. */
export function toNumber(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed);
}
