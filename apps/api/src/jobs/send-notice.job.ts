import { AppError, type ChannelFailure } from '@picksync/contracts';
import { catalog, type Job } from '@picksync/db';
import { hasFailedTooLong, pauseAfter } from '@picksync/process';
import type { Context } from '../base/context.ts';
import { readChannelAddress } from '../people/notice-channels/channel-address.ts';
import { toChannelBody } from '../people/notice-channels/channel-message.ts';
import {
  endNotice,
  findPendingNotice,
  recordChannelFailure,
} from '../people/notice-channels/channel-notices.store.ts';
import { openAddress, recordArrival } from '../people/notice-channels/notice-channels.ts';
import { type ChannelAnswer, postToChannel } from '../people/notice-channels/post-to-channel.ts';
import { findMail } from './mails.ts';

/**
 * Writes a notice from what is true now and posts it to its channel. One that failed is tried again as an outgoing webhook is;
 * a channel that is gone, or has failed for three days, is switched off.
 */
export async function sendNotice(context: Context, job: Job<'send-notice'>): Promise<void> {
  const { db, now } = context;
  const notice = await findPendingNotice(db, job.payload.noticeId);
  if (!notice) return;
  const { id, channel } = notice;
  const attempts = notice.attempts + 1;
  const content = await writeContent(context, notice.payload);
  if (!content) return endNotice(db, { id, at: now(), failure: 'over', attempts });
  const address = findAddress(context, channel);
  if (address === null) return stop(context, { notice, stopReason: 'unauthorized' });
  const body = toChannelBody(channel.kind, content);
  const answer = await postToChannel(context.postWebhook, {
    address,
    body,
    signal: job.signal,
  });
  const outcome = answer.failure === null ? 'delivered' : 'failed';
  context.metrics.count('picksync_channel_notices_total', { channel: channel.kind, outcome });
  if (answer.failure !== null) return retryOrStop(context, { notice, attempts, answer });
  await endNotice(db, { id, at: now(), failure: null, attempts });
  await recordArrival(db, { id: channel.id, at: now() });
}

/** Returns the address of a channel; null when it cannot be read, or is none that may be called any more. */
function findAddress(context: Context, channel: Notice['channel']): string | null {
  const address = openAddress(context, channel);
  if (address === null) return null;
  try {
    return readChannelAddress(channel.kind, address, context.settings.webhookTargets);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Returns what the mail of the same notice would say now; null when it is no longer due. */
async function writeContent(context: Context, stored: unknown) {
  const payload = catalog['send-mail'].payload.parse(stored);
  const definition = findMail(payload.mail);
  const mail = await definition?.write(context, payload as Parameters<typeof definition.write>[1]);
  return mail?.content ?? null;
}

type Notice = NonNullable<Awaited<ReturnType<typeof findPendingNotice>>>;
type Refusal = Extract<ChannelAnswer, { failure: ChannelFailure }>;

async function retryOrStop(
  context: Context,
  { notice, attempts, answer }: { notice: Notice; attempts: number; answer: Refusal },
): Promise<void> {
  const { db, queue, now, log } = context;
  const { id, channel } = notice;
  const at = now();
  const failingSince = channel.failingSince ?? at;
  const failingMs = at.getTime() - failingSince.getTime();
  log.info({ channel: channel.kind, failure: answer.failure, attempts }, 'a notice was not taken');
  if (answer.isGone || hasFailedTooLong({ attempts, failingMs })) {
    return stop(context, { notice, stopReason: answer.failure });
  }
  const pauseMs = pauseAfter(attempts, context.randomBytes(1).readUInt8(0) / 256);
  await recordChannelFailure(db, { channel, failingSince, stopReason: null, at });
  if (pauseMs === undefined) return endNotice(db, { id, at, failure: answer.failure, attempts });
  const delaySeconds = Math.max(Math.ceil(pauseMs / 1000), answer.retryAfterSeconds ?? 0);
  await db.$transaction(async (tx) => {
    await tx.channelNotice.updateMany({
      where: { id, state: 'pending' },
      data: { attempts, failure: answer.failure },
    });
    await queue.send(tx, 'send-notice', { noticeId: id }, { delaySeconds });
  });
}

async function stop(
  { db, now }: Context,
  { notice, stopReason }: { notice: Notice; stopReason: ChannelFailure },
): Promise<void> {
  const failingSince = notice.channel.failingSince ?? now();
  await recordChannelFailure(db, { channel: notice.channel, failingSince, stopReason, at: now() });
}
