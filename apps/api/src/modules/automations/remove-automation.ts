import { AppError } from '@picksync/contracts';
import { recordActivity } from '../activity/activity.store.ts';
import { deleteAutomation } from './automations.store.ts';
import { type AutomationParts, requireAutomation, type WhichAutomation } from './automations.ts';
import { askForWebhooks } from './sync-requests.ts';

/** Deletes an automation; its activity stays, with its name. Throws `not_found`. */
export async function removeAutomation(which: WhichAutomation, parts: AutomationParts): Promise<void> {
  await parts.db.$transaction(async (tx) => {
    const { name, connectionId } = await requireAutomation(tx, which);
    if (!(await deleteAutomation(tx, which))) throw new AppError('not_found');
    await recordActivity(tx, {
      userId: which.userId,
      automation: { id: null, name },
      action: 'delete_automation',
      status: 'info',
      details: 'The automation was deleted. The dropdown keeps its options.',
      at: parts.now(),
    });
    await askForWebhooks(tx, connectionId, parts);
  });
}
