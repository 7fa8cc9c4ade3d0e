import type { Tx } from '../database.ts';
import { Prisma } from '../generated/client.ts';
import { type JobPriority, jobPriorities } from './catalog.ts';
import { sendSync } from './connection-queue.ts';
import { type MarkedConnection, type MarkReason, type Marks, markStatement } from './mark-statement.ts';
import type { Queue } from './queue.ts';

/**
 * Marks a connection that has something to look at, in the transaction of the change. Enqueues its job unless one runs
 * or waits with the same priority already. A connection that is not connected only keeps the marks, and one that is
 * parked is looked at when that is over. Returns whether a job was enqueued.
 */
export async function markConnectionDirty({
  tx,
  queue,
  connectionId,
  automationIds = [],
  sheetIds = [],
  priority: wanted = 'event',
  reason,
}: Marks & {
  tx: Tx;
  queue: Queue;
  priority?: JobPriority;
  reason?: MarkReason | undefined;
}): Promise<boolean> {
  const priority = jobPriorities[wanted];
  const [marked] = await tx.$queryRaw<MarkedConnection[]>(
    markStatement({
      connections: Prisma.sql`SELECT ${connectionId}::uuid AS connection_id`,
      sheets: Prisma.sql`SELECT DISTINCT ${connectionId}::uuid, unnest(${sheetIds}::text[])`,
      automations: Prisma.sql`SELECT id FROM automations
        WHERE connection_id = ${connectionId}::uuid AND id = ANY(${automationIds}::uuid[])`,
      priority,
      reason,
      result: Prisma.sql`SELECT * FROM connection_marks`,
    }),
  );
  if (!marked?.job_id) return false;
  const { job_id: jobId, parked_until: startAfter } = marked;
  await sendSync({ tx, queue, connectionId, jobId, startAfter, priority });
  return true;
}
