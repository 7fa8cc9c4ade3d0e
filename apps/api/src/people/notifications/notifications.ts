import { AppError, type MailChoice, mailChoiceNames, type Notifications } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { findChoices, saveChoices } from './notifications.store.ts';

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
