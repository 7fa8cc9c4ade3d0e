/** Pages of which an address may be a misspelling, for those who are signed in. */
const pages = ['/dashboard', '/configurations', '/subscription', '/help', '/settings'] as const;

type NearestPage = (typeof pages)[number];

/** More letters than these are not a slip of the hand. */
const mostSlips = 2;

/** Returns the page whose address differs least from this one; null where none is near. */
export function nearestPage(path: string): NearestPage | null {
  const written = path.toLowerCase();
  const [nearest] = pages
    .map((page) => ({ page, slips: countSlips(written, page) }))
    .filter(({ slips }) => slips <= mostSlips)
    .toSorted((one, other) => one.slips - other.slips);
  return nearest?.page ?? null;
}

/** Returns how many letters have to be added, taken away or changed (Levenshtein). */
function countSlips(from: string, to: string): number {
  // Whatever is much longer is not near, and need not be counted.
  if (Math.abs(from.length - to.length) > mostSlips) return mostSlips + 1;
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...to].entries()) {
      const changed = (row[place] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
