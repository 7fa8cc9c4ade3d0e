import { DeadLetter, type Job } from '@picksync/db';
import type { Logger } from 'pino';
import { type AddressedMail, type Mailer, UndeliverableError } from '../mail/postmark.ts';
import { passwordChangedMailFor } from '../modules/auth/password-changed-mail.ts';
import { resetMail } from '../modules/auth/reset-mail.ts';
import { type VerificationMailDeps, verificationMail } from '../modules/auth/verification-mail.ts';
import { contactMessageMailFor } from '../modules/contact/contact-message-mail.ts';

export type SendMailDeps = VerificationMailDeps & { mailer: Mailer; supportEmail: string; log: Logger };

type Due = Job<'send-mail'>['payload'];

/** Writes the mail that is due and sends it. Does nothing when it is no longer due. */
export async function sendMail({ payload }: Job<'send-mail'>, deps: SendMailDeps): Promise<void> {
  const mail = await write(payload, deps);
  if (!mail) return;
  try {
    await deps.mailer.send(mail);
  } catch (error) {
    if (!(error instanceof UndeliverableError)) throw error;
    // Trying again would not help.
    deps.log.warn({ err: error, mail: payload.mail }, 'a mail is undeliverable');
  }
}

function write(
  { mail, codeId, userId, contactMessageId }: Due,
  deps: SendMailDeps,
): Promise<AddressedMail | null> {
  if (mail === 'verify_email' && codeId) return verificationMail(codeId, deps);
  if (mail === 'reset_password' && codeId) return resetMail(codeId, deps);
  if (mail === 'password_changed' && userId) return passwordChangedMailFor(userId, deps);
  if (mail === 'contact_message' && contactMessageId) return contactMessageMailFor(contactMessageId, deps);
  throw new DeadLetter(`nobody knows how to write the mail ${mail}`);
}
