/** Returns a whole number with separators between its thousands, as in `1,200`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}
