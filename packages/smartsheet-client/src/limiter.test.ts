import { describe, expect, it } from 'vitest';
import { BudgetExhausted, createMemoryLimiter } from './limiter.ts';

/** A clock that only moves when somebody sleeps. */
const createLimiter = (options: { perMinute?: number; burst?: number; maxWaitMs?: number } = {}) => {
  let ms = 1_000_000;
  const slept: number[] = [];
  const limiter = createMemoryLimiter({
    perMinute: 60,
    burst: 3,
    ...options,
    now: () => new Date(ms),
    sleep: async (forMs) => {
      slept.push(forMs);
      ms += forMs;
    },
  });
  return { limiter, slept, pass: (forMs: number) => (ms += forMs) };
};

const take = async ({ limiter }: ReturnType<typeof createLimiter>, times: number, weight = 1) => {
  for (let i = 0; i < times; i += 1) await limiter.acquire({ weight });
};

describe('the limiter for one process', () => {
  it('lets a burst through at once and then one call after another', async () => {
    const setup = createLimiter();
    await take(setup, 3);
    expect(setup.slept).toEqual([]);
    await take(setup, 2);
    expect(setup.slept).toEqual([1_000, 1_000]);
  });

  it('counts a heavy call as its weight', async () => {
    const setup = createLimiter();
    await take(setup, 1, 3);
    await take(setup, 1);
    expect(setup.slept).toEqual([1_000]);
  });

  it('fills up again while nothing is called, but not beyond the burst', async () => {
    const setup = createLimiter();
    await take(setup, 3);
    setup.pass(60_000);
    await take(setup, 4);
    expect(setup.slept).toEqual([1_000]);
  });

  it('refuses with the wait when it would be too long, and takes nothing for it', async () => {
    const setup = createLimiter({ maxWaitMs: 500 });
    await take(setup, 3);
    for (let i = 0; i < 2; i += 1) {
      await expect(setup.limiter.acquire({ weight: 1 })).rejects.toMatchObject({ retryAfterMs: 1_000 });
    }
    setup.pass(1_000);
    await take(setup, 1);
  });

  it('lets nothing out while it is parked and starts with an empty budget', async () => {
    const setup = createLimiter();
    await setup.limiter.backOff({ forMs: 60_000 });
    await expect(setup.limiter.acquire({ weight: 1 })).rejects.toBeInstanceOf(BudgetExhausted);
    setup.pass(60_000);
    await take(setup, 1);
    expect(setup.slept).toEqual([1_000]);
  });

  it('refuses a call that was already waiting when the parking began', async () => {
    let parkNow = async () => {};
    let ms = 0;
    const limiter = createMemoryLimiter({
      perMinute: 60,
      burst: 1,
      now: () => new Date(ms),
      sleep: async (forMs) => {
        ms += forMs;
        await parkNow();
      },
    });
    await limiter.acquire({ weight: 1 });
    parkNow = () => limiter.backOff({ forMs: 60_000 });
    await expect(limiter.acquire({ weight: 1 })).rejects.toBeInstanceOf(BudgetExhausted);
  });
});
