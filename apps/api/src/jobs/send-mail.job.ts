import { DeadLetter, type Job } from '@picksync/db';
import type { Logger } from 'pino';
import type { AddressedMail, MailDefinition, MailDeps, MailId } from '../mail/define-mail.ts';
import { findMail } from '../mail/mails.ts';
import { type Mailer, UndeliverableError } from '../mail/postmark.ts';
import { renderMail } from '../mail/render-mail.ts';

export type SendMailDeps = MailDeps & { mailer: Mailer; log: Logger };

/** Writes the mail that is due and sends it. Does nothing when it is no longer due. */
export async function sendMail({ payload }: Job<'send-mail'>, deps: SendMailDeps): Promise<void> {
  const mail = await write(payload, deps);
  if (!mail) return;
  const { to, replyTo, content } = mail;
  try {
    await deps.mailer.send({ to, replyTo, ...renderMail(content, { to }) });
  } catch (error) {
    if (!(error instanceof UndeliverableError)) throw error;
    // Trying again would not help.
    deps.log.warn({ err: error, mail: payload.mail }, 'a mail is undeliverable');
  }
}

type Payload = Job<'send-mail'>['payload'];

function write(payload: Payload, deps: MailDeps): Promise<AddressedMail | null> {
  const definition = findMail(payload.mail);
  if (!definition || !hasIds(payload, definition)) {
    throw new DeadLetter(`nobody knows how to write the mail ${payload.mail}`);
  }
  return definition.write(payload, deps);
}

function hasIds(payload: Payload, { ids }: MailDefinition): payload is Payload & Record<MailId, string> {
  return ids.every((id) => payload[id] !== undefined);
}
