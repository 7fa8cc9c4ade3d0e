import type { Automation } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { takeTry } from '../../base/throttle.ts';
import { requireConnection } from '../smartsheet/with-smartsheet.ts';
import {
  assertActive,
  readAutomation,
  requireAutomation,
  updateAutomation,
  type WhichAutomation,
} from './automations.ts';
import { requestSync, requestWebhooksAfterSync } from './sync-requests.ts';

/**
 * Requests a sync by hand and returns at once. One that is queued already serves the request; one that is running is
 * followed by another. Whoever syncs an automation that is in real time may have missed a change, so its webhooks are
 * looked at as well. Throws while Smartsheet is not connected, and `rate_limited` after too many.
 */
export async function syncAutomation(context: Context, which: WhichAutomation): Promise<Automation> {
  const row = await requireAutomation(context.db, which);
  const { id, connectionId } = row;
  await requireConnection(context, which.userId);
  assertActive(row);
  await takeTry(context.throttles.syncs, id);
  await context.db.$transaction(async (tx) => {
    await updateAutomation(tx, { ...which, data: { manualSyncAt: context.now() } });
    await requestSync(context, tx, { connectionId, automationId: id });
    if (row.webhookEnabled) await requestWebhooksAfterSync(context, tx, connectionId);
  });
  return readAutomation(context, which);
}
