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
