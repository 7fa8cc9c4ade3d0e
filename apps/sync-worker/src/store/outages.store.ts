import { type DateReader, usualDateLook } from '@picksync/contracts';
import { type Automation, assertClaimHolds, type PrismaClient, type SyncClaim } from '@picksync/db';
import { whereUnchanged } from './connections.store.ts';

/** Records that an automation could not be dealt with because Smartsheet answers with errors for one of its sheets. */
export function recordSheetOutage(
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
