import type { Db } from '@picksync/db';
import { contactMessageMail } from '../../mail/contact-message.mail.ts';
import type { RenderedMail } from '../../mail/render-mail.ts';
import { findContactMessage } from './contact.store.ts';

/** Writes the mail that tells support of a message; null when the message is gone. */
export async function contactMessageMailFor(
  contactMessageId: string,
  { db, supportEmail }: { db: Db; supportEmail: string },
): Promise<(RenderedMail & { to: string; replyTo: string }) | null> {
  const message = await findContactMessage(db, contactMessageId);
  return message && { to: supportEmail, replyTo: message.email, ...contactMessageMail(message) };
}
