import { AppError } from '@picksync/contracts';

/** How long a step-up counts. */
const recentMs = 10 * 60_000;

/** Throws `proof_required` when the last step-up of a session is too old. The sign-in is a step-up. */
export function assertRecentStepUp(
  { provenAt }: { provenAt: Date },
  { now, withinMs = recentMs }: { now: Date; withinMs?: number },
): void {
  if (now.getTime() - provenAt.getTime() > withinMs) throw new AppError('proof_required');
}
