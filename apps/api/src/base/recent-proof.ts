import { AppError } from '@picksync/contracts';

/** How long a proof counts. */
const recentMs = 10 * 60_000;

/** Throws `proof_required` when the last proof of a session is too old. The sign-in is a proof. */
export function assertRecentProof(
  { provenAt }: { provenAt: Date },
  { now, withinMs = recentMs }: { now: Date; withinMs?: number },
): void {
  if (now.getTime() - provenAt.getTime() > withinMs) throw new AppError('proof_required');
}
