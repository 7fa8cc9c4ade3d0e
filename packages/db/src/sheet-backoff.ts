import type { Automation } from './generated/client.ts';

const minPauseMs = 60_000;
const maxPauseMs = 15 * 60_000;

type SheetOutage = Pick<Automation, 'outageSince' | 'outageTriedAt' | 'manualSyncAt'>;

/**
 * Returns when an automation is tried again whose sheet Smartsheet answered with errors, or null when there is nothing to
 * wait for. The pause grows with the outage; a sync by hand is tried at once, one time.
 */
export function nextTryAt({ outageSince, outageTriedAt, manualSyncAt }: SheetOutage): Date | null {
  if (outageSince === null || outageTriedAt === null) return null;
  if (manualSyncAt !== null && manualSyncAt > outageTriedAt) return null;
  const lastedMs = outageTriedAt.getTime() - outageSince.getTime();
  return new Date(outageTriedAt.getTime() + Math.min(Math.max(lastedMs, minPauseMs), maxPauseMs));
}
