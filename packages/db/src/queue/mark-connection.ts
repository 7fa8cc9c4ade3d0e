import type { Tx } from '../database.ts';
import { Prisma } from '../generated/client.ts';
import { sendSync } from './connection-queue.ts';
import { type MarkedAccount, type Marks, markStatement } from './dirty-marks.ts';
import type { Queue } from './queue.ts';

/**
 * Says that there is something to look at in an account. Call it in the transaction that made it so; the job is
 * enqueued with it, unless one is waiting or running already. An account that is not connected only keeps the marks.
 * Answers whether a job was enqueued.
 */
export async function markConnectionDirty({
  tx,
  queue,
  connectionId,
  automationIds = [],
  sheetIds = [],
}: Marks & { tx: Tx; queue: Queue }): Promise<boolean> {
  const [marked] = await tx.$queryRaw<MarkedAccount[]>(
    markStatement({
      accounts: Prisma.sql`SELECT ${connectionId}::uuid AS connection_id`,
      sheets: Prisma.sql`SELECT DISTINCT ${connectionId}::uuid, unnest(${sheetIds}::text[])`,
      automations: Prisma.sql`SELECT id FROM automations
        WHERE connection_id = ${connectionId}::uuid AND id = ANY(${automationIds}::uuid[])`,
      answer: Prisma.sql`SELECT * FROM account_marks`,
    }),
  );
  if (!marked?.job_id) return false;
  const { job_id: jobId, parked_until: startAfter } = marked;
  await sendSync({ tx, queue, connectionId, jobId, startAfter });
  return true;
}
