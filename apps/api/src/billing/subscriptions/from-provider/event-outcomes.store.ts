import type { Db, Tx } from '@picksync/db';
import type { ProviderReference } from '../../../base/payments/payment-provider.ts';

const hourMs = 60 * 60_000;

/** Events that were tried and are not done, and whether one of them was never tried before. */
type Deferred = { ids: string[]; isNew: boolean };

/**
 * Defers the events about a refund whose payment the provider does not list yet. From an hour on, such an event needs
 * somebody.
 */
export async function deferUnlisted(
  tx: Tx,
  { provider, reference, at }: ProviderReference & { at: Date },
): Promise<Deferred> {
  const events = await tx.providerEvent.findMany({
    where: {
      provider,
      reference,
      processedAt: null,
      receivedAt: { lte: at },
      paymentId: { not: null },
      refundId: { not: null },
    },
    select: { id: true, paymentId: true, receivedAt: true, attempts: true },
  });
  const ids = events.flatMap(({ paymentId }) => paymentId ?? []);
  const listed = await tx.paymentTransaction.findMany({
    where: { provider, providerTransactionId: { in: ids } },
    select: { providerTransactionId: true },
  });
  const known = new Set(listed.map(({ providerTransactionId }) => providerTransactionId));
  const deferred: Deferred = { ids: [], isNew: false };
  for (const { id, paymentId, receivedAt, attempts } of events) {
    if (known.has(paymentId)) continue;
    const isOver = at.getTime() - receivedAt.getTime() >= hourMs;
    const result = isOver
      ? { outcome: 'unassigned', detail: neverListed, processedAt: at }
      : { detail: notYetListed };
    await tx.providerEvent.update({ where: { id }, data: { ...result, attempts: { increment: 1 } } });
    deferred.ids.push(id);
    deferred.isNew ||= attempts === 0;
  }
  return deferred;
}

const notYetListed = 'The provider does not list this payment yet. It is looked at again.';
const neverListed = 'The provider does not list the payment that it is about. Look at it there.';

type Try = ProviderReference & {
  outcome: 'applied' | 'nothing' | 'refused' | 'failed';
  detail: string;
  at: Date;
  isDone: boolean;
  /** Events that are left as they are. */
  except?: readonly string[];
};

/**
 * Records the result of a try at the events about a reference that are not done yet: administrators see how often it
 * was tried, and why it failed.
 */
export async function recordTry(db: Db, tried: Try): Promise<void> {
  const { provider, reference, outcome, detail, at, isDone, except = [] } = tried;
  // An administrator who acknowledged a failure has not seen the refusal.
  const again = outcome === 'refused' ? { acknowledgedAt: null } : {};
  await db.providerEvent.updateMany({
    where: { provider, reference, processedAt: null, receivedAt: { lte: at }, id: { notIn: [...except] } },
    data: { outcome, detail, attempts: { increment: 1 }, ...(isDone && { processedAt: at }), ...again },
  });
}
