import { randomUUID } from 'node:crypto';
import { type Db, DeadLetter, type Job } from '@picksync/db';
import type { Context } from '../base/context.ts';
import type { AddressedMail, MailDefinition, MailId } from '../mail/define-mail.ts';
import { InactiveAddressError, UncertainError, UndeliverableError } from '../mail/postmark.ts';
import { renderMail } from '../mail/render-mail.ts';
import { reportUndeliverable } from '../people/mail-address/mail-address.ts';
import { enqueueNotices } from '../people/notice-channels/channel-notices.store.ts';
import { stopLinks, wantsMail } from '../people/notifications/notifications.ts';
import { findMail } from './mails.ts';

type Payload = Job<'send-mail'>['payload'];

/** Longer than a call to the provider takes. */
const leaseMs = 60_000;

/** How many mails of a kind one person gets within a day. Mails that a person requests have limits at the request. */
const mailsPerDay = { automation: 10, plan: 5 } as const;
const dayMs = 24 * 60 * 60_000;

/**
 * Writes the mail that is due and sends it, once however often the job runs. Does nothing when it is no longer due.
 * When an earlier try ended without a reply, it first asks the provider whether the mail was accepted.
 */
export async function sendMail(context: Context, job: Job<'send-mail'>): Promise<void> {
  const { payload } = job;
  const definition = findMail(payload.mail);
  // During a rollout a process of a newer version may know it: the job is retried until that one takes it.
  if (!definition) throw new Error(`this version does not know the mail ${payload.mail}`);
  if (!hasIds(payload, definition)) throw new DeadLetter(`an id is missing for the mail ${payload.mail}`);
  const mail = await definition.write(context, payload);
  if (!mail) return;
  await enqueueForChannels(context, { job, definition, mail });
  await sendOnce(context, { job, definition, mail });
  await definition.afterwards?.(context, payload);
}

type Due = { job: Job<'send-mail'>; definition: MailDefinition; mail: AddressedMail };

/** What several jobs about one thing are known by. */
function toKey({ id, payload }: Job<'send-mail'>): string {
  return payload.key === undefined ? id : `${payload.mail} ${payload.key}`;
}

/** Tells the channels of the user as well, whether or not they want the mail. */
async function enqueueForChannels(context: Context, { job, definition, mail }: Due): Promise<void> {
  if (!definition.choice || mail.userId === null) return;
  const { choice } = definition;
  const due = { userId: mail.userId, choice, key: toKey(job), payload: job.payload, at: context.now() };
  await enqueueNotices(context, due);
}

async function sendOnce(context: Context, { job, definition, mail }: Due): Promise<void> {
  const { payload } = job;
  const key = toKey(job);
  const { kind } = definition;
  const begun = { key, mail: payload.mail, kind, userId: mail.userId, at: context.now() };
  const { id, triedAt, isOver } = await beginMail(context.db, begun);
  if (isOver) return;
  if (triedAt !== null && (await context.mailer.wasAccepted(id))) {
    return markSent(context.db, { id, at: context.now() });
  }
  const dropped = await findDropReason(context, definition, mail);
  if (dropped) {
    context.log.info({ mail: payload.mail, dropped, user: mail.userId }, 'a mail is not sent');
    return markDropped(context.db, { id, reason: dropped });
  }
  await sendClaimedMail(context, { id, name: payload.mail, definition, mail });
}

function hasIds(payload: Payload, { ids }: MailDefinition): payload is Payload & Record<MailId, string> {
  return ids.every((id) => payload[id] !== undefined);
}

async function findDropReason(
  context: Context,
  { kind, choice }: MailDefinition,
  { userId }: AddressedMail,
): Promise<DropReason | null> {
  if (userId === null) return null;
  if (choice && !(await wantsMail(context.db, userId, choice))) return 'unwanted';
  if (kind !== 'automation' && kind !== 'plan') return null;
  if (await isUndeliverable(context.db, userId)) return 'undeliverable';
  const begunAt = { gte: new Date(context.now().getTime() - dayMs) };
  const sent = await context.db.sentMail.count({ where: { userId, kind, begunAt, sentAt: { not: null } } });
  return sent >= mailsPerDay[kind] ? 'capped' : null;
}

type Handover = { id: string; name: string; definition: MailDefinition; mail: AddressedMail };

async function sendClaimedMail(context: Context, { id, name, definition, mail }: Handover): Promise<void> {
  const { to, replyTo, userId, content } = mail;
  if (!(await claimMail(context.db, { id, at: context.now() }))) {
    throw new Error('the mail is being handed to the provider by somebody else');
  }
  const { keyedHash, settings } = context;
  const links = { keyedHash, publicOrigin: settings.publicOrigin };
  const stop = definition.choice && userId ? stopLinks({ userId, choice: definition.choice }, links) : null;
  const rendered = renderMail(content, { to, ...(stop && { stop: stop.foot }) });
  try {
    await context.mailer.send({ id, to, replyTo, headers: stop?.headers ?? {}, ...rendered });
  } catch (error) {
    if (error instanceof UndeliverableError) {
      // A retry would not help.
      context.metrics.count('picksync_mails_total', { mail: name, outcome: 'refused' });
      context.log.warn({ err: error, mail: name }, 'a mail is undeliverable');
      if (userId && error instanceof InactiveAddressError)
        await reportUndeliverable(context, { address: to, reason: 'bounce', at: context.now() });
      return markDropped(context.db, { id, reason: 'undeliverable' });
    }
    // Without a reply the mail may have been accepted: the claim stays, and the next try asks.
    if (!(error instanceof UncertainError))
      await context.db.sentMail.updateMany({ where: { id, sentAt: null }, data: { triedAt: null } });
    throw error;
  }
  context.metrics.count('picksync_mails_total', { mail: name, outcome: 'sent' });
  await markSent(context.db, { id, at: context.now() });
}

type BegunMail = { id: string; triedAt: Date | null; isOver: boolean };

/**
 * Begins a mail, or finds the one that was begun for the same key. `isOver`: it was sent, or dropped.
 */
async function beginMail(
  db: Db,
  mail: { key: string; mail: string; kind: string; userId: string | null; at: Date },
): Promise<BegunMail> {
  const [row] = await db.$queryRaw<[BegunMail]>`
    INSERT INTO sent_mails AS m (id, key, mail, kind, user_id, begun_at)
    VALUES (${randomUUID()}::uuid, ${mail.key}, ${mail.mail}, ${mail.kind}, ${mail.userId}::uuid, ${mail.at})
    ON CONFLICT (key) DO UPDATE SET key = m.key
    RETURNING id, tried_at AS "triedAt", sent_at IS NOT NULL OR dropped IS NOT NULL AS "isOver"`;
  return row;
}

/**
 * Takes the lease to hand a mail to the provider; false while another process has it. It ends after `leaseMs`, for a
 * process that is gone.
 */
async function claimMail(db: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  const { count } = await db.sentMail.updateMany({
    where: {
      id,
      sentAt: null,
      dropped: null,
      OR: [{ triedAt: null }, { triedAt: { lt: new Date(at.getTime() - leaseMs) } }],
    },
    data: { triedAt: at },
  });
  return count === 1;
}

async function markSent(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.sentMail.updateMany({ where: { id }, data: { sentAt: at } });
}

type DropReason = 'unwanted' | 'undeliverable' | 'capped';

async function markDropped(db: Db, { id, reason }: { id: string; reason: DropReason }): Promise<void> {
  await db.sentMail.updateMany({ where: { id, sentAt: null }, data: { dropped: reason } });
}

/** Returns whether mail to a user's present address came back. */
async function isUndeliverable(db: Db, userId: string): Promise<boolean> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, undeliverableAddress: true },
  });
  return user !== null && user.undeliverableAddress === user.email;
}
