import { failureSentence } from '@picksync/contracts';
import type { Automation, PrismaClient, SyncClaim } from '@picksync/db';
import { recordSheetOutage } from '../../store/outages.store.ts';

const leastPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;

/** Most outages of a sheet are shorter, and their owner is not told. */
const tellAfterMs = 30 * 60_000;

type Outage = Pick<Automation, 'outageSince' | 'outageTriedAt' | 'manualSyncAt'>;

/**
 * Returns when an automation is tried again whose sheet Smartsheet answered with errors, or null when there is nothing to
 * wait for. The pause grows with the time that this has lasted; who asks by hand is served once at once.
 */
export function nextTryAt({ outageSince, outageTriedAt, manualSyncAt }: Outage): Date | null {
  if (outageSince === null || outageTriedAt === null) return null;
  if (manualSyncAt !== null && manualSyncAt > outageTriedAt) return null;
  const lastedMs = outageTriedAt.getTime() - outageSince.getTime();
  return new Date(outageTriedAt.getTime() + Math.min(Math.max(lastedMs, leastPauseMs), longestPauseMs));
}

/**
 * Records that Smartsheet answered with errors for the sheets of these automations, while it could be reached, and tells
 * the user once when that has lasted. It is no failure of the user's: nothing is counted towards a pause.
 */
export async function recordSheetOutages(
  input: { failing: readonly Automation[]; claim: SyncClaim; at: Date },
  { prisma }: { prisma: PrismaClient },
): Promise<void> {
  const { failing, claim, at } = input;
  for (const automation of failing) {
    const since = automation.outageSince ?? at;
    const isTold = automation.lastErrorReason === 'sheet_outage';
    const isLong = at.getTime() - since.getTime() >= tellAfterMs;
    const sentenceIn = (timeZone: string) =>
      failureSentence('sheet_outage', { since: timeText(since, timeZone) });
    await recordSheetOutage(prisma, {
      automation,
      claim,
      at,
      since,
      ...(isLong && !isTold && { sentenceIn }),
    });
  }
}

function timeText(at: Date, timeZone: string): string {
  const parts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-US', { ...parts, timeZone, timeZoneName: 'short' }).format(at);
}
