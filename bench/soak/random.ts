/** Numbers that look drawn and are the same for the same seed. */
export type Random = {
  /** A whole number from 0 to one below this. */
  below: (end: number) => number;
  chance: (share: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  /** One of these, each as often as its weight says. */
  weigh: <Item extends { weight: number }>(items: readonly Item[]) => Item;
};

const modulus = 2 ** 31 - 1;
const multiplier = 48_271;

/** Creates the numbers of a seed (Lehmer's generator, with the first few thrown away). */
export function createRandom(seed: number): Random {
  let state = (Math.abs(Math.trunc(seed)) % (modulus - 1)) + 1;
  const next = () => {
    state = (state * multiplier) % modulus;
    return (state - 1) / (modulus - 1);
  };
  for (let thrown = 0; thrown < 8; thrown += 1) next();
  const below = (end: number) => Math.floor(next() * end);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from');
    return item;
  };
  return {
    below,
    chance: (share) => next() < share,
    pick,
    weigh: (items) => {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      for (const item of items) {
        left -= item.weight;
        if (left < 0) return item;
      }
      return pick(items);
    },
  };
}
