import type { Db, Queue } from '@picksync/db';

/** Every mail by the name that its job carries, with the id of what it is about: the job reads its content and recipient. */
export type MailIds = {
  verify_email: 'codeId';
  reset_password: 'codeId';
  proof_code: 'codeId';
  password_changed: 'userId';
  password_replaced: 'userId';
  new_browser: 'recognizedDeviceId';
  security_notice: 'auditEventId';
  confirm_email_change: 'emailChangeId';
  email_change_requested: 'emailChangeId';
  email_changed: 'emailChangeId';
  account_deleted: 'deletionNoticeId';
  contact_message: 'contactMessageId';
  contact_reply: 'contactReplyId';
  automation_failing: 'batchId';
  automation_recovered: 'batchId';
  automation_paused: 'batchId';
  webhook_stopped: 'batchId';
  channel_stopped: 'batchId';
  review_needed: 'batchId';
  sheet_waiting: 'batchId';
  reconnect_needed: 'userId';
  trial_ending: 'userId';
  surplus_paused: 'batchId';
  plan_scheduled: 'subscriptionId';
  plan_unscheduled: 'batchId';
  plan_started: 'subscriptionId';
  plan_renewed: 'transactionId';
  plan_cancelled: 'batchId';
  plan_resumed: 'batchId';
  plan_ended: 'batchId';
  plan_refunded: 'subscriptionId';
  unused_payment_refunded: 'transactionId';
  unused_payment_part_refunded: 'transactionId';
  payment_refunded: 'transactionId';
  payment_unmatched: 'transactionId';
  dispute_opened: 'disputeId';
  dispute_due: 'disputeId';
  dispute_closed: 'disputeId';
  renewal_due: 'batchId';
  free_period_ending: 'batchId';
  payment_failed: 'batchId';
};

export type MailName = keyof MailIds;

/** A mail to be sent. */
export type MailDue = {
  [Name in MailName]: {
    mail: Name;
    /** What the mail is about, when it may be sent only once, however many jobs there are. */
    key?: string;
  } & Record<MailIds[Name], string>;
}[MailName];

/** Enqueues a mail in the transaction that made it necessary. */
export type SendMailLater = (tx: Db, due: MailDue) => Promise<void>;

export function createSendMailLater(queue: Pick<Queue, 'send'>): SendMailLater {
  return async (tx, due) => {
    await queue.send(tx, 'send-mail', due);
  };
}
