import { randomUUID } from 'node:crypto';
import type { Tx } from '../database.ts';
import { Prisma } from '../generated/client.ts';
import { sendSync } from './connection-queue.ts';
import { type Marks, markStatement } from './dirty-marks.ts';
import type { Queue } from './queue.ts';

/**
 * Says that there is something to look at in an account. Call it in the transaction that made it so; the job is
 * enqueued with it, unless one is waiting or running already. An account that is not connected only keeps the marks.
 * Answers whether a job was enqueued.
 */
export async function markConnectionDirty({
  tx,
  queue,
  ...marks
}: Marks & { tx: Tx; queue: Queue }): Promise<boolean> {
  return (await mark({ tx, queue, marks })) === 'enqueued';
}

/** A callback of Smartsheet, and the webhook it came to. */
export interface HeardCallback {
  webhook: { id: string; connectionId: string; sheetId: string };
  /** The same in every delivery of one callback. */
  nonce: string;
  /** What it is about, for whoever reads the receipts. */
  type: string;
  at: Date;
}

/**
 * The same for the sheet of a webhook, once per callback: a receipt is kept with the marks. Answers false for one that
 * was heard before, and changes nothing then.
 */
export async function markByCallback({
  tx,
  queue,
  webhook,
  nonce,
  type,
  at,
}: HeardCallback & { tx: Tx; queue: Queue }): Promise<boolean> {
  const { id, connectionId, sheetId } = webhook;
  const receipt = Prisma.sql`
    INSERT INTO provider_events (id, provider, provider_event_id, type, reference, received_at, processed_at)
    VALUES (gen_random_uuid(), 'smartsheet', ${`${id}:${nonce}`}, ${type}, ${sheetId}, ${at}, ${at})
    ON CONFLICT (provider, provider_event_id) DO NOTHING
    RETURNING id`;
  return (await mark({ tx, queue, marks: { connectionId, sheetIds: [sheetId] }, receipt })) !== 'nothing';
}

async function mark({
  tx,
  queue,
  marks,
  receipt,
}: {
  tx: Tx;
  queue: Queue;
  marks: Marks;
  receipt?: Prisma.Sql;
}): Promise<'enqueued' | 'marked' | 'nothing'> {
  const jobId = randomUUID();
  const [row] = await tx.$queryRaw<{ sync_job_id: string | null; parked_until: Date | null }[]>(
    markStatement(marks, { jobId, ...(receipt && { receipt }) }),
  );
  if (!row) return 'nothing';
  if (row.sync_job_id !== jobId) return 'marked';
  await sendSync({ tx, queue, connectionId: marks.connectionId, jobId, startAfter: row.parked_until });
  return 'enqueued';
}
