/**
 * Returns how likely two lists are to differ as much as they do by chance alone (Mann-Whitney, two-sided, by the normal
 * approximation, good from twenty values on). Near 0: they come from different distributions.
 */
export function rankTest(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    rankSum += all.slice(start, end).filter(({ isOne }) => isOne).length * rank;
    ties += (end - start) ** 3 - (end - start);
    start = end;
  }
  const [n, m] = [one.length, other.length];
  const total = n + m;
  const u = rankSum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  return deviation === 0 ? 1 : 2 * (1 - normal(Math.abs(u - (n * m) / 2) / deviation));
}

/** The share of a normal distribution below a value (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const [a, b, c, d, e] = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = t * (a + t * (b + t * (c + t * (d + t * e))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
