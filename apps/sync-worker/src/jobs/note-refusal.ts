import { type FailureReason, failureSentence } from '@picksync/contracts';
import type { PrismaClient, SmartsheetConnection } from '@picksync/db';
import type { SmartsheetError } from '@picksync/smartsheet-client';
import { failureReasonOf } from '@picksync/sync-engine';
import { markNeedsReconnect } from '../store/accounts.store.ts';

/** How the row of a connection says why it has to be made again. */
const statusReasons: Partial<Record<FailureReason, string>> = {
  connection_scope: 'missing_scope',
  plan_without_api: 'plan_without_api',
};

/** Stops everything of an account that Smartsheet refuses, and tells its user once. */
export function noteRefusal(
  refused: { connection: SmartsheetConnection; error: SmartsheetError },
  { prisma, now }: { prisma: PrismaClient; now: () => Date },
): Promise<boolean> {
  const { connection, error } = refused;
  const reason = failureReasonOf({ error, situation: 'account' });
  return markNeedsReconnect(prisma, {
    connection,
    reason: statusReasons[reason] ?? 'revoked',
    sentence: failureSentence(reason),
    at: now(),
  });
}
