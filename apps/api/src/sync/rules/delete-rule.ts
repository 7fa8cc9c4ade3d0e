import { pluralize } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { lockEnabledUser } from '../../base/lock-user.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { requestWebhooks } from '../automations/sync-requests.ts';
import { requireRule, type WhichRule } from './rules.store.ts';

/**
 * Deletes a rule. Its automations are deleted with it, or stand alone and go on; those of sheets that are gone are deleted in
 * any case. The columns keep their lists. Throws `not_found`.
 */
export async function deleteRule(
  context: Context,
  which: WhichRule,
  automations: 'delete' | 'keep',
): Promise<void> {
  const { userId, id } = which;
  await context.db.$transaction(async (tx) => {
    await lockEnabledUser(tx, userId);
    const { name } = await requireRule(tx, which);
    const ofRule = { userId, ruleId: id };
    const where = automations === 'delete' ? ofRule : { ...ofRule, leftRuleAt: { not: null } };
    const [one] = await tx.automation.findMany({ where: ofRule, select: { connectionId: true }, take: 1 });
    const { count: deleted } = await tx.automation.deleteMany({ where });
    const { count: kept } = await tx.automation.updateMany({ where: ofRule, data: { ruleId: null } });
    await tx.rule.deleteMany({ where: which });
    const result =
      automations === 'delete'
        ? `The rule was deleted with ${pluralize(deleted, 'automation')}.`
        : `The rule was deleted, and ${pluralize(kept, 'automation stands', 'automations stand')} alone.`;
    await recordActivity(tx, {
      userId,
      automation: { id: null, name },
      action: 'delete_automation',
      status: 'info',
      details: `${result} The columns keep their lists.`,
      at: context.now(),
    });
    if (one) await requestWebhooks(context, tx, one.connectionId);
  });
}
