import type { Automation } from '@picksync/contracts';
import type { Database } from '@picksync/db';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { createThrottle, type Throttle, takeTry } from '../../base/throttle.ts';
import { requireConnection } from '../smartsheet/with-smartsheet.ts';
import {
  type AutomationDeps,
  assertActive,
  readAutomation,
  requireAutomation,
  updateAutomation,
  type WhichAutomation,
} from './automations.ts';
import { requestSync, requestWebhooksAfterSync } from './sync-requests.ts';

export type SyncThrottleDeps = { database: Pick<Database, 'pool'>; keyedHash: KeyedHash };

/** Limits how often an automation is synced by hand: once in 30 seconds on average, and a few times in a row. */
export function createSyncThrottle({ database: { pool }, keyedHash }: SyncThrottleDeps): Throttle {
  return createThrottle({ name: 'syncs-by-hand', max: 4, windowMs: 120_000 }, { pool, keyedHash });
}

/**
 * Requests a sync by hand and returns at once. One that is queued already serves the request; one that is running is
 * followed by another. Whoever syncs an automation that is in real time may have missed a change, so its webhooks are
 * looked at as well. Throws while Smartsheet is not connected, and `rate_limited` after too many.
 */
export async function syncAutomation(
  which: WhichAutomation,
  deps: AutomationDeps & { syncThrottle: Throttle },
): Promise<Automation> {
  const row = await requireAutomation(deps.db, which);
  const { id, connectionId } = row;
  await requireConnection(which.userId, deps);
  assertActive(row);
  await takeTry(deps.syncThrottle, id);
  await deps.db.$transaction(async (tx) => {
    await updateAutomation(tx, { ...which, data: { manualSyncAt: deps.now() } });
    await requestSync(tx, { connectionId, automationId: id }, deps);
    if (row.webhookEnabled) await requestWebhooksAfterSync(tx, connectionId, deps);
  });
  return readAutomation(which, deps);
}
