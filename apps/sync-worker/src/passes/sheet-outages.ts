import { type DateReader, dateWriter, failureSentence, usualDateLook } from '@picksync/contracts';
import { type Automation, assertClaimHolds, type PrismaClient, type SyncClaim } from '@picksync/db';
import type { Context } from '../context.ts';
import { whereUnchanged } from './connections.store.ts';

/** Most outages of a sheet are shorter, and are not reported to their owner. */
const reportAfterMs = 30 * 60_000;

/**
 * Records that Smartsheet answered with errors for the sheets of these automations, while it could be reached, and
 * reports it to the user once when it has lasted. The user is not at fault, so it does not count towards a pause.
 */
export async function recordSheetOutages(
  { prisma }: Context,
  input: { failing: readonly Automation[]; claim: SyncClaim; at: Date },
): Promise<void> {
  const { failing, claim, at } = input;
  for (const automation of failing) {
    const since = automation.outageSince ?? at;
    const isReported = automation.lastErrorReason === 'sheet_outage';
    const isLong = at.getTime() - since.getTime() >= reportAfterMs;
    const sentenceFor = (reader: DateReader) =>
      failureSentence('sheet_outage', { since: writeTime(since, reader) });
    await recordSheetOutage(prisma, {
      automation,
      claim,
      at,
      since,
      ...(isLong && !isReported && { sentenceFor }),
    });
  }
}

function writeTime(at: Date, reader: DateReader): string {
  const timeZone = reader.timeZone ?? 'UTC';
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at);
  const name = zone.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${dateWriter({ ...reader, timeZone }).moment(at)} ${name}`;
}

/** Records that an automation could not be dealt with because Smartsheet answers with errors for one of its sheets. */
function recordSheetOutage(
  prisma: PrismaClient,
  input: {
    automation: Automation;
    claim: SyncClaim;
    at: Date;
    since: Date;
    /** Given when it is reported to the user: the sentence, with times as they read them. */
    sentenceFor?: (reader: DateReader) => string;
  },
): Promise<void> {
  const { automation, claim, at, since, sentenceFor } = input;
  const { id: automationId, userId, name: automationName } = automation;
  return prisma.$transaction(async (tx) => {
    const user =
      sentenceFor &&
      (await tx.user.findUnique({
        where: { id: userId },
        select: { timeZone: true, clock: true, dateOrder: true },
      }));
    const sentence = sentenceFor?.(user ?? { ...usualDateLook, timeZone: null });
    const { count } = await tx.automation.updateMany({
      where: whereUnchanged(automation),
      data: {
        outageSince: since,
        outageTriedAt: at,
        ...(sentence !== undefined && { lastError: sentence, lastErrorReason: 'sheet_outage' }),
      },
    });
    if (count === 1 && sentence !== undefined) {
      const entry = { userId, automationId, automationName, timestamp: at };
      await tx.activityLog.create({
        data: { ...entry, action: 'sheet_outage', status: 'warning', details: sentence },
      });
    }
    await assertClaimHolds(tx, claim);
  });
}
