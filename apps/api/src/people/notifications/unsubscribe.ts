import { timingSafeEqual } from 'node:crypto';
import { AppError, type MailChoice, mailChoiceNames } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { findChoices, saveChoices } from './notifications.store.ts';
import { readNotifications } from './notifications.ts';

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

/** Returns the user and the mails that a link is about. Throws `link_invalid` for a link that is not ours. */
function readSubject(token: string, keyedHash: KeyedHash): Subject {
  const [userId = '', named = '', signature = ''] = token.split('.');
  const mail = mailChoiceNames.find((name) => name === named);
  if (!mail) throw new AppError('link_invalid');
  const given = Buffer.from(signature);
  const expected = Buffer.from(signSubject({ userId, mail }, keyedHash));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('link_invalid');
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
  const { [mail]: isWanted } = await readNotifications(context, userId);
  return { mail, email: shorten(found.email), isWanted };
}

/** Stops the mails of one kind. Doing it twice, or for an account that is gone, is not an error. */
export async function unsubscribe(context: Context, token: string): Promise<void> {
  const { userId, mail } = readSubject(token, context.keyedHash);
  await saveChoices(context.db, { userId, choices: { [mail]: false } });
}
