import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { type Admin, recordAct } from '../record-act.ts';
import { type EventRow, findEvents, markAcknowledged, reopenEvent } from './provider-events.store.ts';

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
  return context.db.$transaction(async (tx) => {
    const { provider, reference, disputeId, type, outcome } = await findEvent(tx, id);
    if (reference === null && outcome !== 'unassigned')
      return { message: 'This event names no payment, so there is nothing to ask.' };
    await reopenEvent(tx, id);
    if (disputeId !== null) await context.queue.send(tx, 'refresh-dispute', { provider, disputeId });
    else if (reference === null) await context.queue.send(tx, 'assign-event', { eventId: id });
    if (reference !== null) await context.queue.send(tx, 'refresh-subscription', { provider, reference });
    await recordAct(context, tx, { by, action: 'event_replayed', name: type });
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
  return context.db.$transaction(async (tx) => {
    const event = await findEvent(tx, id);
    const count = await markAcknowledged(tx, { ...event, at: context.now() });
    if (count === 0) return { message: 'This event does not need anyone.' };
    await recordAct(context, tx, { by, action: 'event_acknowledged', name: event.type, reason });
    return {
      message: count === 1 ? 'The event is acknowledged.' : `${count} events about it are acknowledged.`,
    };
  });
}
