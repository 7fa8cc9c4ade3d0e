import type { MailChoice } from '@picksync/contracts';
import type { Job, NoticeChannel, Prisma, PrismaClient, Queue, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';

type Payload = Job<'send-mail'>['payload'];

/** How many notices a channel gets within a day, so that nothing floods it. */
const noticesPerDay = 20;
const dayMs = 24 * 60 * 60_000;

type Due = { userId: string; choice: MailChoice; key: string; payload: Payload; at: Date };

/** How long a try may take before another job may try the same notice: longer than a call does. */
const claimMs = 60_000;

/** How many are enqueued in a minute. What is left is found a minute later. */
const maxPerSweep = 500;

/** Enqueues a notice for each channel of a user that wants such notices, once however often it is called for a key. */
export async function enqueueNotices(
  { db, queue }: { db: PrismaClient; queue: Pick<Queue, 'send'> },
  { userId, choice, key, payload, at }: Due,
): Promise<void> {
  const channels = await db.noticeChannel.findMany({
    where: { userId, isActive: true, choices: { has: choice } },
    select: { id: true },
  });
  for (const { id: channelId } of channels) {
    await db.$transaction(async (tx) => {
      await lockChannel(tx, channelId);
      const createdAt = { gt: new Date(at.getTime() - dayMs) };
      if ((await tx.channelNotice.count({ where: { channelId, createdAt } })) >= noticesPerDay) return;
      const [notice] = await tx.channelNotice.createManyAndReturn({
        data: [{ channelId, key, payload, createdAt: at, nextAttemptAt: at }],
        skipDuplicates: true,
      });
      if (notice) await queue.send(tx, 'send-notice', { noticeId: notice.id });
    });
  }
}

/** Locks a channel: notices of one channel are counted and added one after another. */
async function lockChannel(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM notice_channels WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
}

/** Enqueues the notices that are due: a retry, or what a process that died has left. */
export async function enqueueDueNotices({
  db,
  queue,
  now,
}: Pick<Context, 'db' | 'queue' | 'now'>): Promise<void> {
  const due = await db.channelNotice.findMany({
    where: { state: 'pending', nextAttemptAt: { lte: now() }, channel: { isActive: true } },
    select: { id: true },
    orderBy: { nextAttemptAt: 'asc' },
    take: maxPerSweep,
  });
  for (const { id } of due) await queue.send(db, 'send-notice', { noticeId: id });
}

/**
 * Claims a notice that is due, counts the try and returns it with its channel; null when another job has it, it is over or not
 * due yet, or the channel is gone or off. The claim ends by itself, for a process that dies.
 */
export async function claimNotice(
  db: PrismaClient,
  { id, at }: { id: string; at: Date },
): Promise<Prisma.ChannelNoticeGetPayload<{ include: { channel: true } }> | null> {
  const [claimed] = await db.channelNotice.updateManyAndReturn({
    where: { id, state: 'pending', nextAttemptAt: { lte: at }, channel: { isActive: true } },
    data: { attempts: { increment: 1 }, nextAttemptAt: new Date(at.getTime() + claimMs) },
    include: { channel: true },
  });
  return claimed ?? null;
}

type Retry = { id: string; failure: string; nextAttemptAt: Date };

/** Records a try that failed, and when the next one is. */
export async function retryNotice(db: PrismaClient, { id, ...data }: Retry): Promise<void> {
  await db.channelNotice.updateMany({ where: { id, state: 'pending' }, data });
}

type Ended = { id: string; at: Date; failure: string | null };

/** Ends a notice: it arrived, or nothing more is tried. */
export async function endNotice(db: PrismaClient, { id, at, failure }: Ended): Promise<void> {
  const state = failure === null ? 'delivered' : 'failed';
  await db.channelNotice.updateMany({
    where: { id, state: 'pending' },
    data: { state, failure, endedAt: at },
  });
}

type Failed = { channel: Pick<NoticeChannel, 'id'>; failingSince: Date; stopReason: string | null; at: Date };

/** Records that a channel fails, and switches it off with a reason; what waits for it is over then. */
export async function recordChannelFailure(
  db: PrismaClient,
  { channel: { id }, failingSince, stopReason, at }: Failed,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.noticeChannel.updateMany({
      where: { id, isActive: true },
      data: { failingSince, ...(stopReason !== null && { isActive: false, stopReason }) },
    });
    if (stopReason !== null) await endPendingNotices(tx, { channel: { id }, failure: stopReason, at });
  });
}

/** Ends what waits for a channel, or all channels of a user, that are off. */
export async function endPendingNotices(
  tx: Tx,
  { channel, failure, at }: { channel: { id: string } | { userId: string }; failure: string; at: Date },
): Promise<void> {
  await tx.channelNotice.updateMany({
    where: { channel, state: 'pending' },
    data: { state: 'failed', failure, endedAt: at },
  });
}
