import type { Db } from '@picksync/db';
import type { ProviderReference } from '../../base/payments/payment-provider.ts';

type Try = ProviderReference & {
  outcome: 'applied' | 'nothing' | 'refused' | 'failed';
  detail: string;
  at: Date;
  isDone: boolean;
};

/**
 * Records the result of a try at the events about a reference that are not done yet: administrators see how often it
 * was tried, and why it failed.
 */
export async function recordTry(
  db: Db,
  { provider, reference, outcome, detail, at, isDone }: Try,
): Promise<void> {
  // An administrator who acknowledged a failure has not seen the refusal.
  const again = outcome === 'refused' ? { acknowledgedAt: null } : {};
  await db.providerEvent.updateMany({
    where: { provider, reference, processedAt: null, receivedAt: { lte: at } },
    data: { outcome, detail, attempts: { increment: 1 }, ...(isDone && { processedAt: at }), ...again },
  });
}
