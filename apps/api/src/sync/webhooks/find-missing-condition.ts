import type { PeriodicReason } from '@picksync/contracts';
import type { SmartsheetConnection } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';

/** What webhooks need before one can be made. */
export type MissingCondition = Extract<PeriodicReason, 'plan' | 'address' | 'permission'>;

/** Returns why there can be no change notices at all; null when there can be. */
export async function findMissingCondition(
  context: Context,
  { userId, scopes }: SmartsheetConnection,
): Promise<MissingCondition | null> {
  const { realTime } = await readEntitlements(context.db, { userId, now: context.now() });
  if (!realTime) return 'plan';
  if (!context.smartsheet.canReceiveCallbacks) return 'address';
  return scopes.includes('ADMIN_WEBHOOKS') ? null : 'permission';
}
