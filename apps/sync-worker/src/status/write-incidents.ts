import { type StatusPart, statusIncidentTitles, statusParts, statusStaleMs } from '@picksync/contracts/sync';
import type { StatusIncident, Tx } from '@picksync/db';
import type { Recorded } from './status.store.ts';

/**
 * A disturbance or a recovery that lasts shorter is not worth words: three minutes, less what a job may begin early or late in
 * its minute.
 */
const steadyMs = 2.5 * 60_000;

/** What the measurement writes about a part that it finds disturbed. */
const found: Record<StatusPart, string> = {
  website: 'Measured: website and sign-in do not answer within 2 s.',
  checks: 'Measured: accounts are checked more than 30 min apart.',
  realtime: 'Measured: fewer than 95 of 100 changes arrive within a minute.',
  api: 'Measured: the API does not answer within 2 s.',
  mail: 'Measured: mails wait longer than 5 min.',
  payments: 'Measured: a payment provider does not answer us.',
};

/**
 * Opens an incident when a part is disturbed for some minutes, adds the parts that follow, and ends it once all of them
 * have worked for some minutes. Minutes in which nothing was measured are told as well.
 */
export async function writeIncidents(tx: Tx, recorded: readonly Recorded[], at: Date): Promise<void> {
  await tellGap(tx, recorded, at);
  const isSteady = ({ since }: Pick<Recorded, 'since'>) => at.getTime() - since.getTime() >= steadyMs;
  const disturbed = sortByPart(recorded.filter((one) => one.isDisturbed && isSteady(one)));
  const open = await tx.statusIncident.findFirst({ where: { isMeasured: true, endedAt: null } });
  if (!open) {
    if (disturbed.length > 0) await openIncident(tx, disturbed, at);
    return;
  }
  const added = disturbed.filter(({ part }) => !open.parts.includes(part));
  if (added.length > 0) await addParts(tx, { open, added, at });
  if (added.length > 0 || recorded.length === 0) return;
  const own = await findStillMeasured(tx, open, at);
  if (own.every((one) => !one.isDisturbed && isSteady(one))) await endIncident(tx, { open, own, at });
}

/** Returns the parts of an incident that are measured: not those of a payment provider that was removed. */
function findStillMeasured(tx: Tx, { parts }: StatusIncident, at: Date): Promise<StatusPartRow[]> {
  const freshFrom = new Date(at.getTime() - statusStaleMs);
  return tx.statusPart.findMany({ where: { part: { in: parts }, measuredAt: { gt: freshFrom } } });
}

function sortByPart(recorded: readonly Recorded[]): Recorded[] {
  return [...recorded].sort((a, b) => statusParts.indexOf(a.part) - statusParts.indexOf(b.part));
}

async function openIncident(tx: Tx, disturbed: readonly Recorded[], at: Date): Promise<void> {
  const [first] = disturbed;
  if (!first) return;
  const startedAt = new Date(Math.min(...disturbed.map(({ since }) => since.getTime())));
  await tx.statusIncident.create({
    data: {
      title: statusIncidentTitles[first.part].now,
      parts: disturbed.map(({ part }) => part),
      isMeasured: true,
      startedAt,
      entries: { create: toEntries(disturbed, at) },
    },
  });
}

type StatusPartRow = Awaited<ReturnType<Tx['statusPart']['findMany']>>[number];

type Change = { open: StatusIncident; at: Date };

async function addParts(tx: Tx, { open, added, at }: Change & { added: readonly Recorded[] }): Promise<void> {
  const parts = [...open.parts, ...added.map(({ part }) => part)];
  const entries = { create: toEntries(added, at) };
  await tx.statusIncident.update({ where: { id: open.id }, data: { parts, entries } });
}

function toEntries(disturbed: readonly Recorded[], at: Date) {
  return disturbed.map(({ part }) => ({ at, text: found[part], isMeasured: true }));
}

/** Ends an incident when the last of its parts worked again; now where none of them is measured any more. */
async function endIncident(tx: Tx, { open, own, at }: Change & { own: StatusPartRow[] }): Promise<void> {
  const isMeasured = own.length > 0;
  const endedAt = isMeasured ? new Date(Math.max(...own.map(({ since }) => since.getTime()))) : at;
  const text = isMeasured ? 'Measured: this works again.' : 'This is not measured any more.';
  const entries = { create: { at, text, isMeasured: true } };
  await tx.statusIncident.update({ where: { id: open.id }, data: { endedAt, entries } });
}

/**
 * Tells of minutes in which nothing was measured, as when the database was away: nobody knows how the product did. During an
 * update nothing is measured either, and people were told of it.
 */
async function tellGap(tx: Tx, recorded: readonly Recorded[], at: Date): Promise<void> {
  const before = recorded.flatMap(({ measuredBefore }) => (measuredBefore ? [measuredBefore.getTime()] : []));
  const last = Math.max(...before);
  if (before.length === 0 || at.getTime() - last < statusStaleMs) return;
  const updates = await tx.maintenanceWindow.count({
    where: { startsAt: { lt: at }, OR: [{ endedAt: null }, { endedAt: { gt: new Date(last) } }] },
  });
  if (updates > 0) return;
  const text = 'Nothing was measured in this time: we do not know how Picksync did.';
  await tx.statusIncident.create({
    data: {
      title: 'No measurement',
      parts: recorded.map(({ part }) => part),
      isMeasured: true,
      startedAt: new Date(last),
      endedAt: at,
      entries: { create: { at, text, isMeasured: true } },
    },
  });
}
