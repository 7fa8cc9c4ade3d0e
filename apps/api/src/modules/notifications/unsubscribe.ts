import { timingSafeEqual } from 'node:crypto';
import { AppError, type MailChoice, mailChoiceNames } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { KeyedHash } from '../../keyed-hash.ts';
import { findChoices, saveChoices } from './notifications.store.ts';
import { readNotifications } from './notifications.ts';

export type UnsubscribeDeps = { db: Db; keyedHash: KeyedHash };

type Subject = { userId: string; mail: MailChoice };

function signatureOf({ userId, mail }: Subject, keyedHash: KeyedHash): string {
  return keyedHash('unsubscribe', `${userId} ${mail}`);
}

/**
 * Returns what a mail of this kind carries so that its reader can end them: the address of our page, and the headers by
 * which mail programs offer it themselves. They are good for as long as the account exists: mails are kept for years.
 */
export function unsubscribeLinks(
  subject: Subject,
  { keyedHash, publicOrigin }: { keyedHash: KeyedHash; publicOrigin: string },
): { page: string; headers: Record<string, string> } {
  const token = encodeURIComponent(`${subject.userId}.${subject.mail}.${signatureOf(subject, keyedHash)}`);
  return {
    page: `${publicOrigin}/unsubscribe?token=${token}`,
    headers: {
      'List-Unsubscribe': `<${publicOrigin}/api/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** Returns whose mails a link is about. Throws `link_invalid` for one that we did not write. */
function subjectOf(token: string, keyedHash: KeyedHash): Subject {
  const [userId = '', named = '', signature = ''] = token.split('.');
  const mail = mailChoiceNames.find((name) => name === named);
  if (!mail) throw new AppError('link_invalid');
  const given = Buffer.from(signature);
  const expected = Buffer.from(signatureOf({ userId, mail }, keyedHash));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('link_invalid');
  return { userId, mail };
}

/** Shows whose address it is to whoever has the mail already, and not the whole of it to who found the link. */
function shortened(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/** Returns what a link of a mail is about. Throws `link_invalid`, also when the account is gone. */
export async function readUnsubscribe(token: string, { db, keyedHash }: UnsubscribeDeps) {
  const { userId, mail } = subjectOf(token, keyedHash);
  const found = await findChoices(db, userId);
  if (!found) throw new AppError('link_invalid');
  const { [mail]: isWanted } = await readNotifications(userId, { db });
  return { mail, email: shortened(found.email), isWanted };
}

/** Ends the mails of one kind. Doing it twice, or for an account that is gone, is no failure. */
export async function unsubscribe(token: string, { db, keyedHash }: UnsubscribeDeps): Promise<void> {
  const { userId, mail } = subjectOf(token, keyedHash);
  await saveChoices(db, { userId, choices: { [mail]: false } });
}
