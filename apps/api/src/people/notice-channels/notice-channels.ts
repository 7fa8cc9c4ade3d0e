import {
  AppError,
  type ChannelFailure,
  type ChannelKind,
  channelNames,
  type editChannelBody,
  explainRefusedTest,
  mailChoiceNames,
  type NoticeChannel,
  noticeChannel,
  type SecurityAction,
  usualChannelChoices,
} from '@picksync/contracts';
import { type NoticeChannel as ChannelRow, type Db, sealedColumns, type Tx, UnsealError } from '@picksync/db';
import type * as z from 'zod';
import { type ActingSession, lockActingUser } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { type Actor, recordAudit } from '../../base/record-audit.ts';
import { readChannelAddress, shortenAddress } from './channel-address.ts';
import { testContent, toChannelBody } from './channel-message.ts';
import { endPendingNotices } from './channel-notices.store.ts';
import { postToChannel } from './post-to-channel.ts';

/** The user who acts, and which channel. */
type ChannelRequest = Actor & { kind: ChannelKind };

/** How long the test of an address lets it be saved. */
const testTokenMs = 10 * 60_000;

/** Returns a user's channels, in a fixed order. */
export async function listChannels(context: Context, userId: string): Promise<NoticeChannel[]> {
  const rows = await context.db.noticeChannel.findMany({ where: { userId }, orderBy: { kind: 'asc' } });
  return rows.map(toView);
}

/**
 * Posts a test to an address that is entered, or to that of the channel, and returns what lets an entered one be saved.
 * Throws `validation_failed` for an address of something else, and `channel_refused` with what the channel said.
 */
export async function testChannel(
  context: Context,
  { userId, kind, address: entered }: ChannelRequest & { address?: string | undefined },
): Promise<{ testToken: string | null }> {
  const { settings, postWebhook } = context;
  const channel = entered === undefined ? await requireChannel(context.db, { userId, kind }) : null;
  const text = channel ? openAddress(context, channel) : (entered ?? '');
  if (text === null) throw toRefusedTestError(kind, 'address_unreadable');
  const address = readChannelAddress(kind, text, settings.webhookTargets);
  const body = toChannelBody(kind, testContent(settings.publicOrigin));
  const signal = new AbortController().signal;
  const answer = await postToChannel(postWebhook, { address, body, signal });
  if (answer.failure !== null) throw toRefusedTestError(kind, answer.failure);
  if (channel) {
    await recordArrival(context.db, { id: channel.id, at: context.now() });
    return { testToken: null };
  }
  return { testToken: signTestToken(context, { userId, kind, address }) };
}

function toRefusedTestError(kind: ChannelKind, failure: ChannelFailure): AppError {
  return new AppError('channel_refused', { message: explainRefusedTest(channelNames[kind], failure) });
}

type Tested = { userId: string; kind: ChannelKind; address: string };

function signTestToken(context: Context, { userId, kind, address }: Tested): string {
  const until = context.now().getTime() + testTokenMs;
  return `${until}.${context.keyedHash('channel-test', `${userId} ${kind} ${until} ${address}`)}`;
}

/** Throws `channel_test_missing` unless a test has arrived at exactly this address a short while ago. */
function assertTested(
  context: Context,
  { userId, kind, address, testToken }: Tested & { testToken: string },
): void {
  const [until = '', hash = ''] = testToken.split('.');
  const isSigned = context.keyedHash.matches(hash, 'channel-test', `${userId} ${kind} ${until} ${address}`);
  if (!isSigned || Number(until) < context.now().getTime()) throw new AppError('channel_test_missing');
}

/** Adds a channel or replaces its address, which then counts as new. What it is told stays. */
export async function saveChannel(
  context: Context,
  {
    userId,
    network,
    session,
    kind,
    address: entered,
    testToken,
  }: ChannelRequest & ActingSession & { address: string; testToken: string },
): Promise<NoticeChannel> {
  const address = readChannelAddress(kind, entered, context.settings.webhookTargets);
  assertTested(context, { userId, kind, address, testToken });
  const at = context.now();
  return context.db.$transaction(async (tx) => {
    await lockActingUser(context, tx, { userId, session });
    const before = await tx.noticeChannel.findUnique({ where: { userId_kind: { userId, kind } } });
    const id = context.newId();
    const data = {
      id,
      userId,
      kind,
      addressSealed: context.sealer.seal(address, sealedColumns.channelAddress.identity(id)),
      addressHint: shortenAddress(kind, address),
      choices: before?.choices ?? [...usualChannelChoices],
      createdAt: at,
      // Its test has just arrived.
      lastSentAt: at,
    };
    // A row of its own: what was on its way to the address before does not go to this one.
    if (before) await tx.noticeChannel.delete({ where: { id: before.id } });
    const row = await tx.noticeChannel.create({ data });
    await audit(tx, { userId, network, kind, action: 'channel_saved', at });
    return toView(row);
  });
}

/** Chooses what a channel is told, or switches it off and on. Throws `not_found`. */
export async function editChannel(
  context: Context,
  { userId, network, session, kind }: ChannelRequest & ActingSession,
  { choices, isActive }: z.output<typeof editChannelBody>,
): Promise<NoticeChannel> {
  return context.db.$transaction(async (tx) => {
    await lockActingUser(context, tx, { userId, session });
    const before = await requireChannel(tx, { userId, kind });
    const wanted = mailChoiceNames.filter((name) => choices?.[name] ?? before.choices.includes(name));
    const row = await tx.noticeChannel.update({
      where: { id: before.id },
      data: {
        choices: wanted,
        ...(isActive !== undefined && { isActive, stopReason: null, failingSince: null }),
      },
    });
    const at = context.now();
    if (isActive === false) {
      await endPendingNotices(tx, { channel: { id: row.id }, failure: 'switched_off', at });
    }
    if (isActive !== undefined) await audit(tx, { userId, network, kind, action: 'channel_saved', at });
    return toView(row);
  });
}

/** Deletes a channel with its notices. Throws `not_found`. */
export async function removeChannel(
  context: Context,
  { userId, network, kind }: ChannelRequest,
): Promise<void> {
  await context.db.$transaction(async (tx) => {
    const { count } = await tx.noticeChannel.deleteMany({ where: { userId, kind } });
    if (count === 0) throw new AppError('not_found');
    await audit(tx, { userId, network, kind, action: 'channel_removed', at: context.now() });
  });
}

/** Returns the address of a channel; null when it can no longer be read. */
export function openAddress(
  { sealer }: Pick<Context, 'sealer'>,
  { id, addressSealed }: Pick<ChannelRow, 'id' | 'addressSealed'>,
): string | null {
  try {
    return sealer.open(addressSealed, sealedColumns.channelAddress.identity(id));
  } catch (error) {
    if (error instanceof UnsealError) return null;
    throw error;
  }
}

/** Records that a message has arrived. */
export async function recordArrival(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.noticeChannel.updateMany({ where: { id }, data: { lastSentAt: at, failingSince: null } });
}

async function requireChannel(
  db: Db,
  { userId, kind }: { userId: string; kind: ChannelKind },
): Promise<ChannelRow> {
  const row = await db.noticeChannel.findUnique({ where: { userId_kind: { userId, kind } } });
  if (!row) throw new AppError('not_found');
  return row;
}

type Audited = ChannelRequest & { action: SecurityAction; at: Date };

/** Never the address. */
async function audit(tx: Tx, { userId, network, kind, action, at }: Audited): Promise<void> {
  await recordAudit(tx, { userId, network, action, details: { name: channelNames[kind] }, at });
}

function toView(row: ChannelRow): NoticeChannel {
  const chosen = mailChoiceNames.map((name) => [name, row.choices.includes(name)]);
  return noticeChannel.parse({
    ...row,
    address: row.addressHint,
    choices: Object.fromEntries(chosen),
    failingSince: row.failingSince?.toISOString() ?? null,
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
  });
}
