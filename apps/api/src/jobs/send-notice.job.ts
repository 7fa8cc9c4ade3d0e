import { AppError, type ChannelFailure } from '@picksync/contracts';
import { catalog, type Job } from '@picksync/db';
import { hasFailedTooLong, pauseAfter } from '@picksync/process';
import type { Context } from '../base/context.ts';
import { readChannelAddress } from '../people/notice-channels/channel-address.ts';
import { toChannelBody } from '../people/notice-channels/channel-message.ts';
import {
  claimNotice,
  endNotice,
  recordChannelFailure,
  retryNotice,
} from '../people/notice-channels/channel-notices.store.ts';
import { openAddress, recordArrival } from '../people/notice-channels/notice-channels.ts';
import { type ChannelAnswer, postToChannel } from '../people/notice-channels/post-to-channel.ts';
import { findMail } from './mails.ts';

/**
 * Writes a notice from what is true now and posts it to its channel. One that failed is tried again as an outgoing webhook is;
 * a channel that is gone, or has failed for three days, is switched off.
 */
export async function sendNotice(context: Context, { payload, signal }: Job<'send-notice'>): Promise<void> {
  const { db, now } = context;
  const notice = await claimNotice(db, { id: payload.noticeId, at: now() });
  if (!notice) return;
  // The process ended during its last try.
  if (hasNoTryLeft(notice.attempts - 1))
    return endNotice(db, { id: notice.id, at: now(), failure: 'internal' });
  try {
    await sendClaimed(context, { notice, signal });
  } catch (error) {
    // A process that stops gives back what it has begun.
    if (!signal.aborted) await retry(context, { notice, failure: 'internal', waitMs: 0 });
    throw error;
  }
}

type Notice = NonNullable<Awaited<ReturnType<typeof claimNotice>>>;

async function sendClaimed(
  context: Context,
  { notice, signal }: { notice: Notice; signal: AbortSignal },
): Promise<void> {
  const { db, now } = context;
  const { id, channel } = notice;
  const content = await writeContent(context, notice.payload);
  if (!content) return endNotice(db, { id, at: now(), failure: 'over' });
  const { address, problem } = readAddress(context, channel);
  if (address === null) return stop(context, { notice, stopReason: problem });
  const body = toChannelBody(channel.kind, content);
  const answer = await postToChannel(context.postWebhook, { address, body, signal });
  const outcome = answer.failure === null ? 'delivered' : 'failed';
  context.metrics.count('picksync_channel_notices_total', { channel: channel.kind, outcome });
  if (answer.failure !== null) return retryOrStop(context, { notice, answer });
  await endNotice(db, { id, at: now(), failure: null });
  await recordArrival(db, { id: channel.id, at: now() });
}

function hasNoTryLeft(attempts: number): boolean {
  return attempts > 0 && pauseAfter(attempts, 0) === undefined;
}

type ReadAddress = { address: string; problem: null } | { address: null; problem: ChannelFailure };

/** Returns the address of a channel, or why it cannot be called any more. */
function readAddress(context: Context, channel: Notice['channel']): ReadAddress {
  const stored = openAddress(context, channel);
  if (stored === null) return { address: null, problem: 'address_unreadable' };
  try {
    const address = readChannelAddress(channel.kind, stored, context.settings.webhookTargets);
    return { address, problem: null };
  } catch (error) {
    if (error instanceof AppError) return { address: null, problem: 'address_not_accepted' };
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

type Refusal = Extract<ChannelAnswer, { failure: ChannelFailure }>;

async function retryOrStop(
  context: Context,
  { notice, answer }: { notice: Notice; answer: Refusal },
): Promise<void> {
  const { db, now, log } = context;
  const { channel, attempts } = notice;
  const { failure } = answer;
  const at = now();
  const failingSince = channel.failingSince ?? at;
  const failingMs = at.getTime() - failingSince.getTime();
  log.info({ channel: channel.kind, failure, attempts }, 'a notice was not taken');
  if (answer.isGone || hasFailedTooLong({ attempts, failingMs })) {
    return stop(context, { notice, stopReason: failure });
  }
  await recordChannelFailure(db, { channel, failingSince, stopReason: null, at });
  await retry(context, { notice, failure, waitMs: (answer.retryAfterSeconds ?? 0) * 1000 });
}

type Retried = { notice: Notice; failure: string; waitMs: number };

/** Lets a notice be tried again after the pause of its tries, or after `waitMs` if that is longer; ends it after the last one. */
async function retry({ db, now, randomBytes }: Context, { notice, failure, waitMs }: Retried): Promise<void> {
  const { id, attempts } = notice;
  const at = now();
  const pauseMs = pauseAfter(attempts, randomBytes(1).readUInt8(0) / 256);
  if (pauseMs === undefined) return endNotice(db, { id, at, failure });
  const nextAttemptAt = new Date(at.getTime() + Math.max(pauseMs, waitMs));
  await retryNotice(db, { id, failure, nextAttemptAt });
}

async function stop(
  { db, now }: Context,
  { notice, stopReason }: { notice: Notice; stopReason: ChannelFailure },
): Promise<void> {
  const failingSince = notice.channel.failingSince ?? now();
  await recordChannelFailure(db, { channel: notice.channel, failingSince, stopReason, at: now() });
}
