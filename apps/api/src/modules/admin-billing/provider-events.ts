import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import type { Database, Db, Queue } from '@picksync/db';
import { pageOf, positionOf } from '../../cursor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type EventRow, findEvent, findEvents, reopenRefusedEvent } from './provider-events.store.ts';

type Call = typeof endpoints.adminBilling.events;
type View = Reply<Call>[number];

/** Returns one page of what the payment providers have told, newest first. */
export async function listEvents({ cursor, limit, outcome }: Parsed<Call>['query'], { db }: { db: Db }) {
  const rows = await findEvents(db, { outcome, below: positionOf(cursor), limit });
  const page = pageOf(rows, limit, ({ receivedAt, id }) => ({ at: receivedAt, id }));
  return { ...page, items: page.items.map(viewOf) };
}

const outcomes = ['applied', 'nothing', 'refused', 'failed'] as const satisfies View['outcome'][];

function viewOf({ receivedAt, processedAt, outcome, ...row }: EventRow): View {
  return {
    ...row,
    receivedAt: receivedAt.toISOString(),
    processedAt: processedAt?.toISOString() ?? null,
    outcome: outcomes.find((known) => known === outcome) ?? null,
  };
}

export type ReplayDeps = { db: Database['prisma']; queue: Queue; now: () => Date };

/** Has the provider asked again what is true. What was applied before is not applied twice. Throws `not_found`. */
export async function replayEvent(
  { id, adminId, network }: { id: string; adminId: string; network: string },
  { db, queue, now }: ReplayDeps,
): Promise<{ message: string }> {
  return db.$transaction(async (tx) => {
    const event = await findEvent(tx, id);
    if (!event) throw new AppError('not_found', { message: 'There is no such event.' });
    const { provider, reference, type } = event;
    if (reference === null) return { message: 'This event names no payment, so there is nothing to ask.' };
    await reopenRefusedEvent(tx, id);
    await queue.send(tx, 'refresh-subscription', { provider, reference });
    const entry = { userId: null, actorId: adminId, network, details: { name: type }, at: now() };
    await recordAudit(tx, { ...entry, action: 'event_replayed' });
    return { message: 'The provider is asked again.' };
  });
}
