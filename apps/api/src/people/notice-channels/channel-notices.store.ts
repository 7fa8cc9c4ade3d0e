import type { MailChoice } from '@picksync/contracts';
import type { Job, NoticeChannel, Prisma, PrismaClient, Queue } from '@picksync/db';

type Payload = Job<'send-mail'>['payload'];

/** How many notices a channel gets within a day, so that nothing floods it. */
const noticesPerDay = 20;
const dayMs = 24 * 60 * 60_000;

type Due = { userId: string; choice: MailChoice; key: string; payload: Payload; at: Date };

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
      const createdAt = { gt: new Date(at.getTime() - dayMs) };
      if ((await tx.channelNotice.count({ where: { channelId, createdAt } })) >= noticesPerDay) return;
      const [notice] = await tx.channelNotice.createManyAndReturn({
        data: [{ channelId, key, payload, createdAt: at }],
        skipDuplicates: true,
      });
      if (notice) await queue.send(tx, 'send-notice', { noticeId: notice.id });
    });
  }
}

/** Returns a notice that is still to be sent, with its channel; null when it is over, or the channel is gone or off. */
export async function findPendingNotice(
  db: PrismaClient,
  id: string,
): Promise<Prisma.ChannelNoticeGetPayload<{ include: { channel: true } }> | null> {
  return db.channelNotice.findFirst({
    where: { id, state: 'pending', channel: { isActive: true } },
    include: { channel: true },
  });
}

type Ended = { id: string; at: Date; failure: string | null; attempts: number };

/** Ends a notice: it arrived, or nothing more is tried. */
export async function endNotice(db: PrismaClient, { id, at, failure, attempts }: Ended): Promise<void> {
  const state = failure === null ? 'delivered' : 'failed';
  await db.channelNotice.updateMany({
    where: { id, state: 'pending' },
    data: { state, failure, attempts, endedAt: at },
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
    if (stopReason === null) return;
    await tx.channelNotice.updateMany({
      where: { channelId: id, state: 'pending' },
      data: { state: 'failed', failure: stopReason, endedAt: at },
    });
  });
}
