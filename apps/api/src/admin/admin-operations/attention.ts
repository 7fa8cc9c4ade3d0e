import type { endpoints, Reply } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { countOpenDisputes } from '../../billing/disputes/disputes.store.ts';
import { countWaitingEvents } from '../admin-billing/provider-events.store.ts';
import { countPaymentsToSettle } from '../admin-payments/payments-to-settle.store.ts';
import { countFailing } from './list-failing.store.ts';
import { countDeadLetters } from './queues.ts';

/** Returns what waits for an administrator. */
export async function readAttention({
  db,
  now,
}: {
  db: Db;
  now: () => Date;
}): Promise<Reply<typeof endpoints.adminOperations.attention>> {
  const [inbox, payments, disputes, events, automations, deadLetters] = await Promise.all([
    db.contactMessage.count({ where: { isRead: false } }),
    countPaymentsToSettle(db, now()),
    countOpenDisputes(db),
    countWaitingEvents(db),
    countFailing(db),
    countDeadLetters(db),
  ]);
  return { inbox, payments, disputes, events, automations, deadLetters };
}
