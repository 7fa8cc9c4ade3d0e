import { AppError } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { deleteAutomationRow } from './automations.store.ts';
import { requireAutomation, type WhichAutomation } from './automations.ts';
import { requestWebhooks } from './sync-requests.ts';

/** Deletes an automation; its activity stays, with its name. Throws `not_found`. */
export async function deleteAutomation(context: Context, which: WhichAutomation): Promise<void> {
  await context.db.$transaction(async (tx) => {
    const { name, connectionId } = await requireAutomation(tx, which);
    if (!(await deleteAutomationRow(tx, which))) throw new AppError('not_found');
    await recordActivity(tx, {
      userId: which.userId,
      automation: { id: null, name },
      action: 'delete_automation',
      status: 'info',
      details: 'The automation was deleted. The dropdown keeps its options.',
      at: context.now(),
    });
    await requestWebhooks(context, tx, connectionId);
  });
}
