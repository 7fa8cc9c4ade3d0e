import type { Context } from '../../base/context.ts';
import type { ProviderReference } from '../../base/payments/payment-provider.ts';
import { findReferencesToReconcile } from './reconcile-payments.store.ts';

type Scope = {
  /** Whether to look at all settled checkouts, not only at the share of this hour of the day. */
  isWhole: boolean;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long to leave a checkout to the return page and the events. */
const quietMs = 2 * minuteMs;
/** How long a page of PayPal's may still be paid after it was closed here: nobody can cancel what was not approved. */
const payableMs = 3 * dayMs;
/** How long a bank may take a payment back. */
const reversibleMs = 180 * dayMs;

const pageSize = 500;

/**
 * Returns the references to look up at their providers although no event came: open checkouts, closed ones that may
 * still be paid, plans whose payment is missing, payments that are to be refunded, refunds that are pending at PayPal, and once a day the settled ones,
 * spread over the hours. Page by page, in a fixed order.
 */
export function listReferencesToReconcile(
  context: Context,
  { isWhole, after = null }: Scope & { after?: ProviderReference | null },
): Promise<ProviderReference[]> {
  const [at, hour] = [context.now().getTime(), context.now().getUTCHours()];
  return findReferencesToReconcile(context.db, {
    openSince: new Date(at - quietMs),
    closedSince: new Date(at - payableMs),
    settledSince: new Date(at - reversibleMs),
    hour: isWhole ? null : hour,
    after,
    limit: pageSize,
  });
}

/** Enqueues a job for each of them and returns how many. To be called every hour. */
export async function reconcilePayments(scope: Scope, context: Context): Promise<number> {
  let [found, after]: [number, ProviderReference | null] = [0, null];
  for (;;) {
    const page: ProviderReference[] = await listReferencesToReconcile(context, { ...scope, after });
    for (const { provider, reference } of page) {
      await context.queue.send(context.db, 'refresh-subscription', { provider, reference });
    }
    found += page.length;
    after = page.at(-1) ?? null;
    if (page.length < pageSize) return found;
  }
}
