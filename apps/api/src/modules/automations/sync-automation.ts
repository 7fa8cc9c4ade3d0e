import type { Automation } from '@picksync/contracts';
import { requireConnection } from '../connection/with-smartsheet.ts';
import {
  type AutomationDeps,
  assertActive,
  readAutomation,
  requireAutomation,
  updateAutomation,
  type WhichAutomation,
} from './automations.ts';
import { requestSync } from './sync-requests.ts';

/**
 * Requests a sync by hand and returns at once. One that is queued already serves the request; one that is running is
 * followed by another. Throws while Smartsheet is not connected.
 */
export async function syncAutomation(which: WhichAutomation, deps: AutomationDeps): Promise<Automation> {
  const row = await requireAutomation(deps.db, which);
  const { id, connectionId } = row;
  await requireConnection(which.userId, deps);
  assertActive(row);
  await deps.db.$transaction(async (tx) => {
    await updateAutomation(tx, { ...which, data: { manualSyncAt: deps.now() } });
    await requestSync(tx, { connectionId, automationId: id }, deps);
  });
  return readAutomation(which, deps);
}
