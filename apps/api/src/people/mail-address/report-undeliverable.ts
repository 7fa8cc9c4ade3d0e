import type { MailProblem } from '@picksync/contracts';
import type { PrismaClient } from '@picksync/db';
import { recordAudit } from '../../base/record-audit.ts';
import { markUndeliverable } from './mail-address.store.ts';

export type ReportDeps = { db: PrismaClient };

/**
 * Records once that an address is undeliverable, where its user sees it. Does nothing for an address without a user.
 */
export async function reportUndeliverable(
  report: { address: string; reason: MailProblem; at: Date },
  { db }: ReportDeps,
): Promise<void> {
  const address = report.address.trim().toLowerCase();
  await db.$transaction(async (tx) => {
    for (const { id } of await markUndeliverable(tx, { ...report, address })) {
      await recordAudit(tx, { userId: id, action: 'mail_undeliverable', network: null, at: report.at });
    }
  });
}
