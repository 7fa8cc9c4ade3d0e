import { AppError, type Entitlements, entitlements } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { findStanding } from './entitlements.store.ts';

/**
 * Reads what a user may do at `now`, and how many automations they have: all of them, and the active ones. Throws
 * `unauthenticated` for a user who was deleted a moment ago.
 */
export async function readEntitlements(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<Entitlements & { total: number; active: number }> {
  const row = await findStanding(db, userId);
  if (!row) throw new AppError('unauthenticated');
  const { total, active, ...standing } = row;
  return { ...entitlements({ ...standing, now }), total, active };
}
