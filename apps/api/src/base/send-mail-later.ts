import type { Db, Queue } from '@picksync/db';
import type { MailDue } from '../jobs/mails.ts';

/** Enqueues a mail in the transaction that made it necessary. */
export type SendMailLater = (tx: Db, due: MailDue) => Promise<void>;

export function createSendMailLater(queue: Pick<Queue, 'send'>): SendMailLater {
  return async (tx, due) => {
    await queue.send(tx, 'send-mail', due);
  };
}
