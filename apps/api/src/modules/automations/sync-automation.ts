import type { Automation } from '@picksync/contracts';
import { requireConnection } from '../connection/account-client.ts';
import {
  type AutomationParts,
  assertActive,
  changeRow,
  readAutomation,
  requireAutomation,
  type WhichAutomation,
} from './automations.ts';
import { askForSync } from './sync-requests.ts';

/**
 * Asks for a sync by hand and answers at once. One that waits already is simply waited for; one that is running is
 * followed by another. Throws while the account is not connected.
 */
export async function syncAutomation(which: WhichAutomation, parts: AutomationParts): Promise<Automation> {
  const row = await requireAutomation(parts.db, which);
  const { id, connectionId } = row;
  await requireConnection(which.userId, parts);
  assertActive(row);
  await parts.db.$transaction(async (tx) => {
    await changeRow(tx, { ...which, data: { manualSyncAt: parts.now() } });
    await askForSync(tx, { connectionId, automationId: id }, parts);
  });
  return readAutomation(which, parts);
}
