import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareBooks } from '../../../testing/compare-books.ts';
import { type PaymentWorld, paymentWorld } from '../../../testing/payment-world.ts';
import { drawFrom, happenAtRandom } from '../../../testing/random-payments.ts';
import { reconcilePayments } from '../../checkouts/reconcile-payments.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await paymentWorld({ timeoutMs: 1000 });
});
afterAll(() => world.close());

/** `pnpm --filter @picksync/api ledger` lets a thousand things happen; `LEDGER_SEED=81234` repeats a run. */
const events = Number(process.env.LEDGER_EVENTS ?? 100);
const seed = Number(process.env.LEDGER_SEED ?? randomInt(100_000));

/** As the hours of a day do, all at once. */
async function lookAtEverything(): Promise<void> {
  const { db, context } = world.api;
  const later = new Date(Date.now() + 3 * 60_000);
  await reconcilePayments({ isWhole: true }, { ...context, now: () => later });
  const waiting = async () => {
    // A job that waits for its minute, or for another try, has its time at once.
    await db.$executeRaw`
      UPDATE pgboss.job SET start_after = clock_timestamp() WHERE start_after > clock_timestamp()
        AND name IN ('refresh-subscription', 'align-charges') AND state IN ('created', 'retry')`;
    const rows = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM pgboss.job
      WHERE name IN ('refresh-subscription', 'align-charges') AND state IN ('created', 'retry', 'active')`;
    return rows[0]?.count;
  };
  await expect.poll(waiting).toBe(0);
}

test(`the books of the providers equal ours after ${events} random events with faults (seed ${seed})`, async () => {
  const { api } = world;
  const people = await Promise.all(Array.from({ length: Math.max(5, events / 20) }, () => api.signIn()));
  const coupons = ['HALF', 'ALL', 'ONCE'];
  const percent = { discountType: 'percent', discountPercent: 50 } as const;
  await api.db.coupon.createMany({
    data: [
      { ...percent, code: 'HALF', maxUses: 5 },
      { ...percent, code: 'ALL', discountPercent: 100, maxUses: 2 },
      { ...percent, code: 'ONCE', maxUses: 1 },
    ],
  });
  await happenAtRandom({ world, people, coupons, draw: drawFrom(seed), events });
  // What was asked of a provider in one look shows in the next.
  for (let looks = 0; looks < 3; looks += 1) await lookAtEverything();
  const books = await world.books();
  expect(books.movements.length).toBeGreaterThan(events / 20);
  expect(await compareBooks(books, api.db)).toEqual([]);
});
