import { type Entitlements, entitlements } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { findStanding } from './entitlements.store.ts';

/** Reads what a user may do at `now`, and how many automations they have: all of them, and the active ones. */
export async function readEntitlements(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<Entitlements & { total: number; active: number }> {
  const { total, active, ...standing } = await findStanding(db, userId);
  return { ...entitlements({ ...standing, now }), total, active };
}
