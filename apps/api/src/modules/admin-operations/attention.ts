import type { endpoints, Reply } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { countFailing } from './list-failing.store.ts';
import { countDeadLetters } from './queues.ts';

/** Returns what waits for an administrator. */
export async function readAttention({
  db,
}: {
  db: Db;
}): Promise<Reply<typeof endpoints.adminOperations.attention>> {
  const [inbox, events, automations, deadLetters] = await Promise.all([
    db.contactMessage.count({ where: { isRead: false } }),
    db.providerEvent.count({
      where: { provider: { in: ['paypal', 'razorpay'] }, outcome: { in: ['refused', 'failed'] } },
    }),
    countFailing(db),
    countDeadLetters(db),
  ]);
  return { inbox, events, automations, deadLetters };
}
