import type { Db, Queue } from '@picksync/db';

/** A mail to be sent, by ids only: the job reads its content and its recipient. */
export type MailDue =
  | { mail: 'verify_email' | 'reset_password'; codeId: string }
  | { mail: 'password_changed'; userId: string }
  | { mail: 'contact_message'; contactMessageId: string };

/** Enqueues a mail in the transaction that made it necessary. */
export type SendMailLater = (tx: Db, due: MailDue) => Promise<void>;

export function createSendMailLater(queue: Pick<Queue, 'send'>): SendMailLater {
  return async (tx, due) => {
    await queue.send(tx, 'send-mail', due);
  };
}
