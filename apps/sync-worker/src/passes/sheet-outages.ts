import { randomUUID } from 'node:crypto';
import { type DateReader, dateWriter, failureSentence, usualDateLook } from '@picksync/contracts/sync';
import { type Automation, assertClaimHolds, type SyncClaim, type Tx } from '@picksync/db';
import { lockUnchanged } from '../automations/automations.store.ts';
import type { Context } from '../context.ts';

/** Most outages of a sheet are shorter, and are not reported to their owner. */
const reportAfterMs = 30 * 60_000;

/**
 * Records that Smartsheet answered with errors for the sheets of these automations, while it could be reached, and
 * reports it to the user once when it has lasted. The user is not at fault, so it does not count towards a pause.
 */
export async function recordSheetOutages(
  { prisma }: Context,
  { failing, claim, at }: { failing: readonly Automation[]; claim: SyncClaim; at: Date },
): Promise<void> {
  const groupId = randomUUID();
  for (const automation of failing) {
    await prisma.$transaction(async (tx) => {
      await recordSheetOutage(tx, { automation, groupId, at });
      await assertClaimHolds(tx, claim);
    });
  }
}

type SheetOutage = { automation: Automation; groupId: string; at: Date };

async function recordSheetOutage(tx: Tx, { automation, groupId, at }: SheetOutage): Promise<void> {
  const { id: automationId, userId, name: automationName, outageSince, lastErrorReason } = automation;
  const since = outageSince ?? at;
  const isLong = at.getTime() - since.getTime() >= reportAfterMs;
  const sentence = isLong && lastErrorReason !== 'sheet_outage' ? await writeReport(tx, userId, since) : null;
  if (!(await lockUnchanged(tx, automation))) return;
  await tx.automation.update({
    where: { id: automationId },
    data: {
      outageSince: since,
      outageTriedAt: at,
      ...(sentence !== null && { lastError: sentence, lastErrorReason: 'sheet_outage' }),
    },
  });
  if (sentence === null) return;
  const entry = { userId, automationId, automationName, groupId, timestamp: at, details: sentence } as const;
  await tx.activityLog.create({ data: { ...entry, action: 'sheet_outage', status: 'warning' } });
}

/** Returns the sentence for the user, with times as they read them. */
async function writeReport(tx: Tx, userId: string, since: Date): Promise<string> {
  const reader = await tx.user.findUnique({
    where: { id: userId },
    select: { timeZone: true, clock: true, dateOrder: true },
  });
  return failureSentence('sheet_outage', {
    since: writeTime(since, reader ?? { ...usualDateLook, timeZone: null }),
  });
}

function writeTime(at: Date, reader: DateReader): string {
  const timeZone = reader.timeZone ?? 'UTC';
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at);
  const name = zone.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${dateWriter({ ...reader, timeZone }).moment(at)} ${name}`;
}
