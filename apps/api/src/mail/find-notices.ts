import type { PrismaClient } from '@picksync/db';
import type { SendMailLater } from '../base/send-mail-later.ts';
import { topics } from '../jobs/topics.ts';
import { pauseFailing } from '../sync/automation-notices/pause-failing.ts';
import { closeNotices, openNotices } from './notices.store.ts';

export type FindNoticesDeps = { db: PrismaClient; sendMailLater: SendMailLater; now: () => Date };

/**
 * Opens and closes notices by the present state of the rows, not by events: nothing is missed while no process runs,
 * and running it twice, even at once, tells nobody twice.
 */
export async function findNotices(deps: FindNoticesDeps): Promise<void> {
  await pauseFailing(deps);
  for (const topic of topics) await lookFor(topic, deps);
}

/** Each mail is enqueued in the transaction that opens or closes its notices. */
async function lookFor(topic: (typeof topics)[number], deps: FindNoticesDeps): Promise<void> {
  const { db, sendMailLater } = deps;
  const at = deps.now();
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
