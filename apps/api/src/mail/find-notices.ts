import type { Prisma, Tx } from '@picksync/db';
import type { Context } from '../base/context.ts';
import type { MailDue } from '../base/send-mail-later.ts';
import { type Batch, closeNotices, openNotices } from './notices.store.ts';

/** Something that people are told of by mail when it is found in the rows. */
export type Topic = {
  topic: string;
  /** Selects `user_id` and `subject_id` of what is to be told. */
  due: (at: Date) => Prisma.Sql;
  /** Selects the `subject_id` of what is over and reported as well, before the others. */
  overWithMail?: (at: Date) => Prisma.Sql;
  /** Selects the `subject_id` of what is over. */
  over: (at: Date) => Prisma.Sql;
  mail: (batch: Batch) => MailDue;
  overMail?: (batch: Batch) => MailDue;
  /** Tells the outgoing webhooks of the same people, in the same transaction. */
  notifyPrograms?: (tx: Tx, opened: { userIds: string[]; at: Date }) => Promise<void>;
};

/**
 * Opens and closes notices by the present state of the rows, not by events: nothing is missed while no process runs,
 * and running it twice, even at once, tells nobody twice.
 */
export async function findNotices(context: Context, topics: readonly Topic[]): Promise<void> {
  for (const topic of topics) await lookFor(context, topic);
}

/** Each mail is enqueued in the transaction that opens or closes its notices. */
async function lookFor(context: Context, topic: Topic): Promise<void> {
  const { db, sendMailLater } = context;
  const at = context.now();
  const { topic: name, due, overWithMail, over, mail, overMail, notifyPrograms } = topic;
  await db.$transaction(async (tx) => {
    if (overWithMail && overMail) {
      for (const batch of await closeNotices(tx, { topic: name, over: overWithMail(at), at })) {
        await sendMailLater(tx, overMail(batch));
      }
    }
    await closeNotices(tx, { topic: name, over: over(at), at });
    const opened = await openNotices(tx, { topic: name, due: due(at), at });
    for (const batch of opened) await sendMailLater(tx, mail(batch));
    if (opened.length > 0) await notifyPrograms?.(tx, { userIds: opened.map(({ userId }) => userId), at });
  });
}
