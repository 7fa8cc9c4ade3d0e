import type { MailProblem } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { markUndeliverable } from './mail-address.store.ts';

/**
 * Records once that an address is undeliverable, where its user sees it. Does nothing for an address without a user.
 */
export async function reportUndeliverable(
  context: Context,
  report: { address: string; reason: MailProblem; at: Date },
): Promise<void> {
  const address = report.address.trim().toLowerCase();
  await context.db.$transaction(async (tx) => {
    for (const { id } of await markUndeliverable(tx, { ...report, address })) {
      await recordAudit(tx, { userId: id, action: 'mail_undeliverable', network: null, at: report.at });
    }
  });
}
