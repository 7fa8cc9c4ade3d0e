import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { recordAudit } from '../../base/record-audit.ts';
import {
  type EventRow,
  findEvent,
  findEvents,
  markAcknowledged,
  reopenEvent,
} from './provider-events.store.ts';

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

const outcomes = [
  'applied',
  'nothing',
  'refused',
  'failed',
  'unassigned',
] as const satisfies View['outcome'][];

function toView({ receivedAt, processedAt, outcome, ...row }: EventRow): View {
  return {
    ...row,
    receivedAt: receivedAt.toISOString(),
    processedAt: processedAt?.toISOString() ?? null,
    outcome: outcomes.find((known) => known === outcome) ?? null,
  };
}

/** Enqueues another look at the provider. What was applied before is not applied twice. Throws `not_found`. */
export async function replayEvent(
  context: Context,
  { id, adminId, network }: { id: string; adminId: string; network: string },
): Promise<{ message: string }> {
  return context.db.$transaction(async (tx) => {
    const event = await findEvent(tx, id);
    if (!event) throw new AppError('not_found', { message: 'There is no such event.' });
    const { provider, reference, disputeId, type, outcome } = event;
    if (reference === null && outcome !== 'unassigned')
      return { message: 'This event names no payment, so there is nothing to ask.' };
    await reopenEvent(tx, id);
    if (disputeId !== null) await context.queue.send(tx, 'refresh-dispute', { provider, disputeId });
    else if (reference === null) await context.queue.send(tx, 'assign-event', { eventId: id });
    if (reference !== null) await context.queue.send(tx, 'refresh-subscription', { provider, reference });
    const entry = { userId: null, actorId: adminId, network, details: { name: type }, at: context.now() };
    await recordAudit(tx, { ...entry, action: 'event_replayed' });
    return { message: 'The provider is asked again.' };
  });
}

/**
 * Marks an event, and the others about the same payment, as seen by an administrator. They stay in the list, and count
 * again when a later try is refused. Throws `not_found`.
 */
export async function acknowledgeEvent(
  context: Context,
  { id, adminId, reason, network }: { id: string; adminId: string; reason: string; network: string },
): Promise<{ message: string }> {
  return context.db.$transaction(async (tx) => {
    const event = await findEvent(tx, id);
    if (!event) throw new AppError('not_found', { message: 'There is no such event.' });
    const at = context.now();
    const count = await markAcknowledged(tx, { ...event, id, at });
    if (count === 0) return { message: 'This event does not need anyone.' };
    const entry = { userId: null, actorId: adminId, network, details: { name: event.type, reason }, at };
    await recordAudit(tx, { ...entry, action: 'event_acknowledged' });
    return {
      message: count === 1 ? 'The event is acknowledged.' : `${count} events about it are acknowledged.`,
    };
  });
}
