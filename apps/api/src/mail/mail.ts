import type { Queue } from '@picksync/db';
import type { Config } from '../config.ts';
import { createPostmarkMailer } from './postmark.ts';
import { createSendMailLater } from './send-mail-later.ts';

/** Creates what enqueues mails and what sends them. */
export function createMail({ settings, queue }: { settings: Config['mail']; queue: Queue }) {
  return {
    mailer: createPostmarkMailer(settings),
    sendMailLater: createSendMailLater(queue),
  };
}
