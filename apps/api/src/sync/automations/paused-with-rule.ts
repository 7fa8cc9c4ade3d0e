import type { Tx } from '@picksync/db';

/** What stands at the sheet of a rule while its automation is paused with the rule, and not by itself. */
export const pausedWithRule = 'paused_with_rule';

/** Forgets that automations which are activated were paused with their rule: it does not activate them after another pause by hand. */
export async function forgetPauseWithRule(tx: Tx, automationIds: string[]): Promise<void> {
  const where = { automationId: { in: automationIds }, reason: pausedWithRule };
  await tx.ruleMatch.updateMany({ where, data: { reason: null } });
}
