import type { PrismaClient, Queue } from '@picksync/db';
import type { PaymentProviderName } from '../payments/payment-provider.ts';
import { findReferencesToLookAt } from './look-at-checkouts.store.ts';

type Deps = { db: PrismaClient; queue: Queue; now: () => Date };

export type ToLookAt = { provider: PaymentProviderName; reference: string };

type Look = {
  /** Also at what was paid and is known to be: a charge, a refund or a chargeback of which no event came. */
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
 * Returns what a provider should be asked about although nobody has told of it: open checkouts, closed ones that may still be paid, and
 * payments that are to go back. Page by page, in a fixed order.
 */
export function listCheckoutsToLookAt(
  { isWhole, after = null }: Look & { after?: ToLookAt | null },
  { db, now }: Pick<Deps, 'db' | 'now'>,
): Promise<ToLookAt[]> {
  const at = now().getTime();
  return findReferencesToLookAt(db, {
    openSince: new Date(at - quietMs),
    closedSince: new Date(at - payableMs),
    paidSince: isWhole ? new Date(at - reversibleMs) : null,
    after,
    limit: pageSize,
  });
}

/** Enqueues a job for each of them and returns how many. To be called every hour, and once a day as a whole. */
export async function lookAtCheckouts(look: Look, deps: Deps): Promise<number> {
  let [found, after]: [number, ToLookAt | null] = [0, null];
  for (;;) {
    const page: ToLookAt[] = await listCheckoutsToLookAt({ ...look, after }, deps);
    for (const { provider, reference } of page) {
      await deps.queue.send(deps.db, 'refresh-subscription', { provider, reference });
    }
    found += page.length;
    after = page.at(-1) ?? null;
    if (page.length < pageSize) return found;
  }
}
