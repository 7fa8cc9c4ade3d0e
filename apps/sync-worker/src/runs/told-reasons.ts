import type { FailureReason } from '@picksync/contracts';
import type { Automation } from '@picksync/db';

/** Failures that hide whether the automation has one of its own. */
const hidingReasons: readonly string[] = ['bug', 'plan_lacks_settings'] satisfies FailureReason[];

/** Returns the failures that are in the activity already. After an outage of its sheet, a failure is entered again. */
export function getToldReasons({ lastErrorReason, toldReasons }: Automation): string[] {
  if (lastErrorReason === null || lastErrorReason === 'sheet_outage') return [];
  return [...toldReasons, lastErrorReason];
}

/**
 * Returns the failures that are in the activity after this one. A failure replaces the one before, which is news when
 * it comes back. One that only hides the other (`hidingReasons`) does not replace it, because the two may take turns
 * for days.
 */
export function addToldReason(automation: Automation, reason: FailureReason): string[] {
  const told = getToldReasons(automation);
  const staying = hidingReasons.includes(reason) ? told : told.filter((one) => hidingReasons.includes(one));
  return [...new Set([...staying, reason])];
}
