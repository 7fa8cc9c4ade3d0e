import { AppError, type endpoints, type Parsed, type Reply } from '@picksync/contracts';
import { type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { isStale, readStatus, type StatusPartView } from '../../base/status/read-status.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';

type Calls = typeof endpoints.adminStatus;
type View = Reply<Calls['read']>;

/** Returns what the status page says now, and the incidents that it lists. */
export async function readAdminStatus({ db, now }: Context): Promise<View> {
  const at = now();
  const { measuredAt, parts, incidents } = await readStatus(db, at);
  return {
    measuredAt: measuredAt?.toISOString() ?? null,
    parts: parts.map((part) => toPart(part, at)),
    incidents: incidents.map(({ startedAt, endedAt, entries, ...incident }) => ({
      ...incident,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    })),
  };
}

function toPart({ part, isDisturbed, since, measuredAt }: StatusPartView, at: Date): View['parts'][number] {
  if (isStale(measuredAt, at)) return { part, state: 'unknown', since: measuredAt.toISOString() };
  return { part, state: isDisturbed ? 'disturbed' : 'working', since: since.toISOString() };
}

/** Opens an incident by hand, with its first words. */
export function openIncident(
  context: Context,
  by: Admin,
  { title, parts, text }: Parsed<Calls['open']>['body'],
): Promise<{ message: string }> {
  const at = context.now();
  const entries = { create: { at, text, isMeasured: false } };
  return transact(context.db, async (tx) => {
    await tx.statusIncident.create({
      data: { title, parts, isMeasured: false, startedAt: at, entries },
    });
    await recordAdminAction(context, tx, { by, action: 'incident_opened', name: title, reason: text });
    return { message: 'Everybody can read it.' };
  });
}

/** Adds words to an incident, also to one that is over. Throws `not_found`. */
export function addWords(
  context: Context,
  by: Admin,
  { id: incidentId, text }: { id: string; text: string },
): Promise<{ message: string }> {
  return transact(context.db, async (tx) => {
    const { title } = await findIncident(tx, incidentId);
    const entry = { incidentId, at: context.now(), text, isMeasured: false };
    await tx.statusEntry.create({ data: entry });
    await recordAdminAction(context, tx, { by, action: 'incident_words_added', name: title, reason: text });
    return { message: 'Everybody can read it.' };
  });
}

/**
 * Ends an incident, which everybody is told. Does nothing where it is over already. Throws `not_found`, and
 * `incident_goes_on` while the measurement that has opened it still sees it: that one would open it again.
 */
export function endIncident(context: Context, by: Admin, id: string): Promise<{ message: string }> {
  const at = context.now();
  return transact(context.db, async (tx) => {
    const incident = await findIncident(tx, id);
    if (incident.isMeasured && (await isStillSeen(tx, incident.parts, at)))
      throw new AppError('incident_goes_on');
    const ended = await tx.statusIncident.updateMany({ where: { id, endedAt: null }, data: { endedAt: at } });
    if (ended.count === 0) return { message: 'It is over already.' };
    await tx.statusEntry.create({
      data: { incidentId: id, at, text: 'This is over.', isMeasured: false },
    });
    await recordAdminAction(context, tx, { by, action: 'incident_ended', name: incident.title });
    return { message: 'Everybody can read that it is over.' };
  });
}

async function isStillSeen(tx: Tx, parts: string[], at: Date): Promise<boolean> {
  const disturbed = await tx.statusPart.findMany({ where: { part: { in: parts }, isDisturbed: true } });
  return disturbed.some(({ measuredAt }) => !isStale(measuredAt, at));
}

async function findIncident(tx: Tx, id: string) {
  const incident = await tx.statusIncident.findUnique({ where: { id } });
  if (!incident) throw new AppError('not_found', { message: 'There is no such incident.' });
  return incident;
}
