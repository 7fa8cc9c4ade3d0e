import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import { type Db, Prisma, type ProviderEvent, type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { belowPositionSql, type Position, parseCursor, toPage } from '../../base/cursor.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type Call = typeof endpoints.adminBilling.events;
type View = Reply<Call>[number];

/** Returns one page of the events of the payment providers, newest first. */
export async function listEvents(
  context: Context,
  { cursor, limit, outcome, waiting }: Parsed<Call>['query'],
) {
  const rows = await findEvents(context.db, {
    outcome,
    onlyWaiting: waiting === 'true',
    below: parseCursor(cursor),
    limit,
  });
  const page = toPage(rows, limit, ({ receivedAt, id }) => ({ at: receivedAt, id }));
  return { ...page, items: page.items.map(toView) };
}

const outcomes: View['outcome'][] = ['applied', 'nothing', 'refused', 'failed', 'unassigned'];

function toView({ receivedAt, processedAt, outcome, ...row }: EventRow): View {
  return {
    ...row,
    receivedAt: receivedAt.toISOString(),
    processedAt: processedAt?.toISOString() ?? null,
    outcome: outcomes.find((known) => known === outcome) ?? null,
  };
}

async function findEvent(tx: Tx, id: string) {
  const event = await tx.providerEvent.findUnique({ where: { id } });
  if (!event || event.provider === 'smartsheet')
    throw new AppError('not_found', { message: 'There is no such event.' });
  return { ...event, provider: event.provider };
}

/** Enqueues another look at the provider. What was applied before is not applied twice. Throws `not_found`. */
export function replayEvent(context: Context, by: Admin, id: string): Promise<{ message: string }> {
  return transact(context.db, async (tx) => {
    const { provider, reference, disputeId, type, outcome } = await findEvent(tx, id);
    if (reference === null && outcome !== 'unassigned')
      return { message: 'This event names no payment, so there is nothing to ask.' };
    await reopenEvent(tx, id);
    if (disputeId !== null) await context.queue.send(tx, 'refresh-dispute', { provider, disputeId });
    else if (reference === null) await context.queue.send(tx, 'assign-event', { eventId: id });
    if (reference !== null) await context.queue.send(tx, 'refresh-subscription', { provider, reference });
    await recordAdminAction(context, tx, { by, action: 'event_replayed', name: type });
    return { message: 'The provider is asked again.' };
  });
}

/**
 * Marks an event, and the others about the same payment, as seen by an administrator. They stay in the list, and count
 * again when a later try is refused. Throws `not_found`.
 */
export function acknowledgeEvent(
  context: Context,
  by: Admin,
  { id, reason }: { id: string; reason: string },
): Promise<{ message: string }> {
  return transact(context.db, async (tx) => {
    const event = await findEvent(tx, id);
    const count = await markAcknowledged(tx, { ...event, at: context.now() });
    if (count === 0) return { message: 'This event does not need anyone.' };
    await recordAdminAction(context, tx, { by, action: 'event_acknowledged', name: event.type, reason });
    return {
      message: count === 1 ? 'The event is acknowledged.' : `${count} events about it are acknowledged.`,
    };
  });
}

type EventRow = {
  id: string;
  provider: 'paypal' | 'razorpay';
  type: string;
  reference: string | null;
  email: string | null;
  receivedAt: Date;
  processedAt: Date | null;
  outcome: string | null;
  detail: string | null;
  attempts: number;
  isWaiting: boolean;
};

/**
 * The condition for events (`e`) that an administrator should look at. A refused event is dealt with once every payment
 * behind it that bought nothing is settled or back; one without a payment has to be acknowledged.
 */
export const isWaiting = Prisma.sql`(
  e.provider IN ('paypal', 'razorpay') AND e.outcome IN ('refused', 'failed', 'unassigned') AND e.acknowledged_at IS NULL
  AND NOT (e.outcome = 'refused' AND coalesce((
    SELECT bool_and(t.transaction_type <> 'unmatched' OR t.settled_at IS NOT NULL OR t.status = 'refunded')
    FROM payment_transactions t
    WHERE t.provider::text = e.provider::text AND t.provider_subscription_id = e.reference
      AND (t.transaction_type = 'unmatched' OR t.settled_at IS NOT NULL)), false)))`;

type Wanted = { outcome: string | undefined; onlyWaiting: boolean; below: Position | null; limit: number };

/** Returns events of the payment providers below a position, newest first, one more than `limit` where there are more. */
function findEvents(db: Db, { outcome, onlyWaiting, below, limit }: Wanted): Promise<EventRow[]> {
  const wanted = Prisma.sql`${outcome ?? null}::text IS NULL OR e.outcome = ${outcome ?? null}`;
  const waiting = onlyWaiting ? isWaiting : Prisma.sql`true`;
  const older = belowPositionSql(below, Prisma.sql`e.received_at, e.id`);
  return db.$queryRaw<EventRow[]>`
    SELECT e.id, e.provider::text AS provider, e.type, e.reference, u.email, e.received_at AS "receivedAt",
      e.processed_at AS "processedAt", e.outcome, e.detail, e.attempts,
      coalesce(${isWaiting}, false) AS "isWaiting"
    FROM provider_events e
    LEFT JOIN checkouts c ON c.provider::text = e.provider::text AND c.provider_reference = e.reference
    LEFT JOIN users u ON u.id = c.user_id
    WHERE e.provider IN ('paypal', 'razorpay') AND (${wanted}) AND ${waiting} AND ${older}
    ORDER BY e.received_at DESC, e.id DESC LIMIT ${limit + 1}`;
}

export async function countWaitingEvents(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM provider_events e WHERE ${isWaiting}`;
  return row?.count ?? 0;
}

/**
 * Acknowledges an event and every other one about the same reference. Returns how many that are: those that were refused or failed
 * and had not been acknowledged before.
 */
async function markAcknowledged(
  db: Db,
  { id, provider, reference, at }: Pick<ProviderEvent, 'id' | 'provider' | 'reference'> & { at: Date },
): Promise<number> {
  const { count } = await db.providerEvent.updateMany({
    where: {
      ...(reference === null ? { id } : { provider, reference }),
      outcome: { in: ['refused', 'failed', 'unassigned'] },
      acknowledgedAt: null,
    },
    data: { acknowledgedAt: at },
  });
  return count;
}

/** Reopens a refused or unassigned event, so that the next try records its result in the same row. */
async function reopenEvent(db: Db, id: string): Promise<void> {
  await db.providerEvent.updateMany({
    where: { id, outcome: { in: ['refused', 'unassigned'] } },
    data: { processedAt: null },
  });
}
