export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `atOnce` pieces of work run and `waiting` more stand in line, first come first served; throws `full()` beyond. */
export function createGate(options: { atOnce: number; waiting: number; full: () => Error }): Gate {
  const line: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < options.atOnce) {
      running += 1;
      return;
    }
    if (line.length >= options.waiting) throw options.full();
    await new Promise<void>((resolve) => line.push(resolve));
  }

  function leave(): void {
    const next = line.shift();
    // The place passes on without becoming free, so nobody can slip in between.
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
