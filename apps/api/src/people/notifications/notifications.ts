import { AppError, type MailChoice, mailChoiceNames, type Notifications } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import type { MailFoot } from '../../mail/content.ts';

type Stored = Partial<Record<MailChoice, unknown>>;

/** Returns the choices: every mail is sent unless the user has stopped it. */
function readChoices(stored: unknown): Notifications {
  const said: Stored = typeof stored === 'object' && stored !== null ? stored : {};
  return Object.fromEntries(mailChoiceNames.map((mail) => [mail, said[mail] !== false])) as Notifications;
}

/** Returns which mails a user gets. */
export async function readNotifications(context: Context, userId: string): Promise<Notifications> {
  const found = await findChoices(context.db, userId);
  if (!found) throw new AppError('unauthenticated');
  return readChoices(found.stored);
}

/** Changes some of the choices and returns all. */
export async function updateNotifications(
  context: Context,
  { userId, choices }: { userId: string; choices: Partial<Record<MailChoice, boolean | undefined>> },
): Promise<Notifications> {
  const said = Object.entries(choices).flatMap(([mail, wanted]) =>
    wanted === undefined ? [] : [[mail, wanted]],
  );
  if (said.length > 0) await saveChoices(context.db, { userId, choices: Object.fromEntries(said) });
  return readNotifications(context, userId);
}

/** Returns whether a user wants the mails of a kind; false when the user is gone. */
export async function wantsMail(db: Db, userId: string, mail: MailChoice): Promise<boolean> {
  const found = await findChoices(db, userId);
  return found !== null && readChoices(found.stored)[mail];
}

type Subject = { userId: string; mail: MailChoice };

function signSubject({ userId, mail }: Subject, keyedHash: KeyedHash): string {
  return keyedHash('unsubscribe', `${userId} ${mail}`);
}

/**
 * Returns how the reader of a mail can stop such mails: the address of our page, and the headers by which mail programs
 * offer it. They work as long as the account exists, because mails are kept for years.
 */
export function unsubscribeLinks(
  subject: Subject,
  { keyedHash, publicOrigin }: { keyedHash: KeyedHash; publicOrigin: string },
): { page: string; headers: Record<string, string> } {
  const token = encodeURIComponent(`${subject.userId}.${subject.mail}.${signSubject(subject, keyedHash)}`);
  return {
    page: `${publicOrigin}/unsubscribe?token=${token}`,
    headers: {
      'List-Unsubscribe': `<${publicOrigin}/api/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** Ends the sentence "Stop mails about …". */
const topics = {
  automation_failing: 'failing automations',
  review_needed: 'reviews',
  automation_paused: 'paused automations',
  reminders: 'your trial and plan',
} as const satisfies Record<MailChoice, string>;

/** Returns the links for the footer and the headers of a mail by which its reader can stop mails of that choice. */
export function stopLinks(
  { userId, choice }: { userId: string; choice: MailChoice },
  deps: { keyedHash: KeyedHash; publicOrigin: string },
): { foot: NonNullable<MailFoot['stop']>; headers: Record<string, string> } {
  const { page, headers } = unsubscribeLinks({ userId, mail: choice }, deps);
  const choicesUrl = `${deps.publicOrigin}/settings#notifications`;
  return { foot: { topic: topics[choice], url: page, choicesUrl }, headers };
}

/** Returns the user and the mails that a link is about. Throws `link_invalid` for a link that is not ours. */
function readSubject(token: string, keyedHash: KeyedHash): Subject {
  const [userId = '', named = '', signature = ''] = token.split('.');
  const mail = mailChoiceNames.find((name) => name === named);
  if (!mail) throw new AppError('link_invalid');
  if (!keyedHash.matches(signature, 'unsubscribe', `${userId} ${mail}`)) throw new AppError('link_invalid');
  return { userId, mail };
}

/**
 * Shows whose address it is to somebody who has the mail already, and not the whole of it to somebody who found the
 * link.
 */
function shorten(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/** Returns what a link of a mail is about. Throws `link_invalid`, also when the account is gone. */
export async function readUnsubscribe(context: Context, token: string) {
  const { userId, mail } = readSubject(token, context.keyedHash);
  const found = await findChoices(context.db, userId);
  if (!found) throw new AppError('link_invalid');
  return { mail, email: shorten(found.email), isWanted: readChoices(found.stored)[mail] };
}

/** Stops the mails of one kind. Doing it twice, or for an account that is gone, is not an error. */
export async function unsubscribe(context: Context, token: string): Promise<void> {
  const { userId, mail } = readSubject(token, context.keyedHash);
  await saveChoices(context.db, { userId, choices: { [mail]: false } });
}

/** Reads what a user has chosen, as it is stored: only what differs from the default has to be there. */
async function findChoices(db: Db, userId: string): Promise<{ email: string; stored: unknown } | null> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, notifications: true },
  });
  return user && { email: user.email, stored: user.notifications };
}

/** Adds choices to those that are stored, in one statement: two switches at the same moment both count. */
async function saveChoices(
  db: Db,
  { userId, choices }: { userId: string; choices: Record<string, boolean> },
): Promise<void> {
  await db.$executeRaw`
    UPDATE users SET notifications = notifications || ${JSON.stringify(choices)}::jsonb, updated_at = now()
    WHERE id = ${userId}::uuid`;
}
