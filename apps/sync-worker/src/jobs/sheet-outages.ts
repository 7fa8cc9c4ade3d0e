import { type DateReader, dateWriter, failureSentence } from '@picksync/contracts';
import type { Automation, PrismaClient, SyncClaim } from '@picksync/db';
import { recordSheetOutage } from '../store/outages.store.ts';

/** Most outages of a sheet are shorter, and are not reported to their owner. */
const reportAfterMs = 30 * 60_000;

/**
 * Records that Smartsheet answered with errors for the sheets of these automations, while it could be reached, and
 * reports it to the user once when it has lasted. The user is not at fault, so it does not count towards a pause.
 */
export async function recordSheetOutages(
  input: { failing: readonly Automation[]; claim: SyncClaim; at: Date },
  { prisma }: { prisma: PrismaClient },
): Promise<void> {
  const { failing, claim, at } = input;
  for (const automation of failing) {
    const since = automation.outageSince ?? at;
    const isReported = automation.lastErrorReason === 'sheet_outage';
    const isLong = at.getTime() - since.getTime() >= reportAfterMs;
    const sentenceFor = (reader: DateReader) =>
      failureSentence('sheet_outage', { since: timeText(since, reader) });
    await recordSheetOutage(prisma, {
      automation,
      claim,
      at,
      since,
      ...(isLong && !isReported && { sentenceFor }),
    });
  }
}

function timeText(at: Date, reader: DateReader): string {
  const timeZone = reader.timeZone ?? 'UTC';
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at);
  const name = zone.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${dateWriter({ ...reader, timeZone }).moment(at)} ${name}`;
}
