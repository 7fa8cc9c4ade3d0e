import { randomInt } from 'node:crypto';

/**
 * Returns the seeds a scenario is run with: first one that stays, so that a change is judged by what it was judged by
 * before, then new ones. They stand in the names of the tests; `FAULT_SEED=81234` runs that one alone again, and
 * `FAULT_SEEDS=20` runs as many as that. Scenarios with many processes take long: they have one unless told otherwise.
 */
export function drawSeeds(usually: number): number[] {
  const { FAULT_SEED: one, FAULT_SEEDS: count } = process.env;
  if (one) return [Number(one)];
  return Array.from({ length: Number(count ?? usually) }, (_, n) => (n === 0 ? 1 : randomInt(2, 100_000)));
}

export type Random = {
  /** A whole number from 0 to one below this. */
  below: (end: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
  shuffle: <Item>(items: readonly Item[]) => Item[];
};

/** Numbers that look drawn and are the same for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from');
    return item;
  };
  return {
    below,
    pick,
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}
