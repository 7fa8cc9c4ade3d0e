/** A round step of which three reach the greatest value: 1, 2, 4 or 5 times a power of ten; 10 while there is nothing. */
export function axisStep(greatest: number): number {
  if (greatest <= 0) return 10;
  const least = greatest / 3;
  const power = 10 ** Math.floor(Math.log10(least));
  return Math.max(1, ([1, 2, 4, 5, 10].find((factor) => factor * power >= least) ?? 10) * power);
}
