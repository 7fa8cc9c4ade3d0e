import { AppError } from '@picksync/contracts';

/** For this long after a proof nobody is asked again. */
const recentMs = 10 * 60_000;

/** Throws `proof_required` when the person of a session proved too long ago who they are. The sign-in is a proof. */
export function assertRecentProof(
  { provenAt }: { provenAt: Date },
  { now, withinMs = recentMs }: { now: Date; withinMs?: number },
): void {
  if (now.getTime() - provenAt.getTime() > withinMs) throw new AppError('proof_required');
}
