import type { Db } from '@picksync/db';

/** A mail that is due: ids only, what it says is read when it is written. */
export type MailDue = { mail: 'verify_email'; codeId: string };

/** Enqueues a mail in the transaction that made it necessary. */
export type SendMailLater = (tx: Db, due: MailDue) => Promise<void>;
