import type { Db } from '@picksync/db';
import type { ProviderReference } from '../payments/payment-provider.ts';

type Try = ProviderReference & {
  outcome: 'applied' | 'nothing' | 'refused' | 'failed';
  detail: string;
  at: Date;
  isDone: boolean;
};

/** Writes beside the events about a reference that were not done yet what a try came to. Who looks at them sees how often, and why not. */
export async function recordTry(
  db: Db,
  { provider, reference, outcome, detail, at, isDone }: Try,
): Promise<void> {
  await db.providerEvent.updateMany({
    where: { provider, reference, processedAt: null, receivedAt: { lte: at } },
    data: { outcome, detail, attempts: { increment: 1 }, ...(isDone && { processedAt: at }) },
  });
}
