/** Random choices for the seed. The same generator always gives the same sheets. */
export type Draw = {
  /** Returns an integer from `from` to `to`, both included. */
  whole: (from: number, to: number) => number;
  one: <T>(among: readonly T[]) => T;
  /** Returns `count` different members in their original order. */
  some: <T>(among: readonly T[], count: number) => T[];
  chance: (probability: number) => boolean;
  /** Returns a date of 2026, such as `2026-03-09`. */
  day: (fromMonth: number, toMonth: number) => string;
  /** Returns a draw of its own: how often it is asked, and when, changes nothing here. */
  fork: () => Draw;
};

function twoDigits(n: number) {
  return String(n).padStart(2, '0');
}

export function createDraw(random: () => number): Draw {
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const one = <T>(among: readonly T[]): T => {
    const picked = among[whole(0, among.length - 1)];
    if (picked === undefined) throw new Error('Nothing to draw from.');
    return picked;
  };
  return {
    whole,
    one,
    some: (among, count) => {
      const left = among.map((_, n) => n);
      const picked = Array.from(
        { length: Math.min(count, among.length) },
        () => left.splice(whole(0, left.length - 1), 1)[0] ?? 0,
      );
      return picked.sort((a, b) => a - b).map((n) => among[n] as (typeof among)[number]);
    },
    chance: (probability) => random() < probability,
    day: (fromMonth, toMonth) => `2026-${twoDigits(whole(fromMonth, toMonth))}-${twoDigits(whole(1, 28))}`,
    fork: () => createDraw(forkRandom(random)),
  };
}

/** Returns a generator that begins with a number of another one. */
export function forkRandom(random: () => number): () => number {
  return seededRandom(random() * 2 ** 32);
}

/** Returns a Mulberry32 generator, which gives the same numbers on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
