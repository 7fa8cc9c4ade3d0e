import { formatNumber } from './format-number.ts';

/** Returns a number with its noun, as in `1 option` and `1,200 options`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
