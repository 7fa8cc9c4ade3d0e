import type { Queue } from '@picksync/db';
import { createSendMailLater } from '../base/send-mail-later.ts';
import type { Config } from '../config.ts';
import { createPostmarkMailer } from './postmark.ts';

export type MailSettings = Omit<Config['mail'], 'webhookPassword'> &
  Partial<Pick<Config['mail'], 'webhookPassword'>>;

/** Creates the functions that enqueue and send mails. */
export function createMail({ settings, queue }: { settings: MailSettings; queue: Queue }) {
  return {
    postmarkWebhookPassword: settings.webhookPassword,
    mailer: createPostmarkMailer(settings),
    sendMailLater: createSendMailLater(queue),
  };
}
