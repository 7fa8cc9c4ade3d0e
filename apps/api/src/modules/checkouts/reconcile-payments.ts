import type { PrismaClient, Queue } from '@picksync/db';
import type { ProviderReference } from '../payments/payment-provider.ts';
import { findReferencesToReconcile } from './reconcile-payments.store.ts';

type Deps = { db: PrismaClient; queue: Pick<Queue, 'send'>; now: () => Date };

type Scope = {
  /** At everything that was settled, not only at the share of this hour of the day. */
  isWhole: boolean;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The page and the events come first. */
const quietMs = 2 * minuteMs;
/** So long a page of PayPal's may be paid after it was closed here: nobody can cancel what was not approved. */
const payableMs = 3 * dayMs;
/** So long a bank may take a payment back. */
const reversibleMs = 180 * dayMs;

const pageSize = 500;

/**
 * Returns what a provider should be asked about although nobody has told of it: open checkouts, closed ones that may still be paid,
 * plans whose payment is missing, payments that are to go back, and once a day what was settled: each has its hour, so that the load
 * is flat. Page by page, in a fixed order.
 */
export function listReferencesToReconcile(
  { isWhole, after = null }: Scope & { after?: ProviderReference | null },
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<ProviderReference[]> {
  const [at, hour] = [now().getTime(), now().getUTCHours()];
  return findReferencesToReconcile(db, {
    openSince: new Date(at - quietMs),
    closedSince: new Date(at - payableMs),
    settledSince: new Date(at - reversibleMs),
    hour: isWhole ? null : hour,
    after,
    limit: pageSize,
  });
}

/** Enqueues a job for each of them and returns how many. To be called every hour. */
export async function reconcilePayments(scope: Scope, deps: Deps): Promise<number> {
  let [found, after]: [number, ProviderReference | null] = [0, null];
  for (;;) {
    const page: ProviderReference[] = await listReferencesToReconcile({ ...scope, after }, deps);
    for (const { provider, reference } of page) {
      await deps.queue.send(deps.db, 'refresh-subscription', { provider, reference });
    }
    found += page.length;
    after = page.at(-1) ?? null;
    if (page.length < pageSize) return found;
  }
}
