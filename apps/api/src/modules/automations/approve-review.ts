import { AppError, type Automation } from '@picksync/contracts';
import { recordActivity } from '../activity/activity.store.ts';
import { requireConnection } from '../connection/with-smartsheet.ts';
import { storeApproval } from './automations.store.ts';
import {
  type AutomationDeps,
  assertActive,
  readAutomation,
  requireAutomation,
  type WhichAutomation,
} from './automations.ts';
import { requestSync } from './sync-requests.ts';

/**
 * Approves the review that the user saw and requests the sync that writes it. Throws `review_outdated` when another
 * review has taken its place. Whether both sheets still are as they were is for the sync to find out.
 */
export async function approveReview(
  which: WhichAutomation,
  { fingerprint }: { fingerprint: string },
  deps: AutomationDeps,
): Promise<Automation> {
  const row = await requireAutomation(deps.db, which);
  await requireConnection(which.userId, deps);
  assertActive(row);
  await deps.db.$transaction(async (tx) => {
    const at = deps.now();
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
    await requestSync(tx, { connectionId: row.connectionId, automationId: row.id }, deps);
  });
  return readAutomation(which, deps);
}
