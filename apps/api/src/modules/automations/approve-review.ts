import { AppError, type Automation } from '@picksync/contracts';
import { recordActivity } from '../activity/activity.store.ts';
import { requireConnection } from '../connection/account-client.ts';
import { approveReview as storeApproval } from './automations.store.ts';
import {
  type AutomationParts,
  assertActive,
  readAutomation,
  requireAutomation,
  type WhichAutomation,
} from './automations.ts';
import { askForSync } from './sync-requests.ts';

/**
 * Approves the review that the user saw and asks for the sync that writes it. Throws `review_outdated` when another
 * review has taken its place. Whether both sheets still are as they were is for the sync to find out.
 */
export async function approveReview(
  which: WhichAutomation,
  { fingerprint }: { fingerprint: string },
  parts: AutomationParts,
): Promise<Automation> {
  const row = await requireAutomation(parts.db, which);
  await requireConnection(which.userId, parts);
  assertActive(row);
  await parts.db.$transaction(async (tx) => {
    const at = parts.now();
    const approved = await storeApproval(tx, { ...which, fingerprint, at });
    if (!approved) throw new AppError('review_outdated');
    const removed = `${approved.lastRunRemoved ?? 0} of ${approved.lastRunOptionCount ?? 0} options`;
    await recordActivity(tx, {
      userId: which.userId,
      automation: { id: row.id, name: row.name },
      action: 'approve_review',
      status: 'info',
      details: `Removing ${removed} and adding ${approved.lastRunAdded ?? 0} was approved.`,
      at,
    });
    await askForSync(tx, { connectionId: row.connectionId, automationId: row.id }, parts);
  });
  return readAutomation(which, parts);
}
