import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition holds and returns when that was noticed, in milliseconds of `performance.now()`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { within, every = 20, what }: { within: number; every?: number; what: string },
): Promise<number> {
  const giveUpAt = performance.now() + within;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`Not within ${within} ms: ${what}`);
    await pause(every);
  }
  return performance.now();
}
