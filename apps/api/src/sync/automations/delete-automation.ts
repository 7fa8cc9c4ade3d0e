import { AppError } from '@picksync/contracts';
import { recordActivity } from '../activity/activity.store.ts';
import { deleteAutomationRow } from './automations.store.ts';
import { type AutomationDeps, requireAutomation, type WhichAutomation } from './automations.ts';
import { requestWebhooks } from './sync-requests.ts';

/** Deletes an automation; its activity stays, with its name. Throws `not_found`. */
export async function deleteAutomation(which: WhichAutomation, deps: AutomationDeps): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const { name, connectionId } = await requireAutomation(tx, which);
    if (!(await deleteAutomationRow(tx, which))) throw new AppError('not_found');
    await recordActivity(tx, {
      userId: which.userId,
      automation: { id: null, name },
      action: 'delete_automation',
      status: 'info',
      details: 'The automation was deleted. The dropdown keeps its options.',
      at: deps.now(),
    });
    await requestWebhooks(tx, connectionId, deps);
  });
}
