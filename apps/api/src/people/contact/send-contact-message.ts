import type { Database } from '@picksync/db';
import { readEntitlements } from '../../base/entitlements.ts';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import { insertContactMessage } from './contact.store.ts';
import { type ContactThrottles, takeMessage } from './contact-throttles.ts';

export type ContactDeps = {
  db: Database['prisma'];
  contactThrottles: ContactThrottles;
  sendMailLater: SendMailLater;
  now: () => Date;
};

type Input = { email: string; message: string; userId: string | null; ipAddress: string };

/**
 * Stores a message to support, with the plan of a user who is signed in, and enqueues the mail to support. The sender
 * gets no mail: anybody can write any address into the form.
 */
export async function sendContactMessage(
  { email, message, userId, ipAddress }: Input,
  { db, contactThrottles, sendMailLater, now }: ContactDeps,
): Promise<{ message: string }> {
  await takeMessage(contactThrottles, { email, userId, ipAddress });
  const createdAt = now();
  const plan = userId ? (await readEntitlements(db, { userId, now: createdAt })).plan : null;
  await db.$transaction(async (tx) => {
    const contactMessageId = await insertContactMessage(tx, { userId, email, message, plan, createdAt });
    await sendMailLater(tx, { mail: 'contact_message', contactMessageId });
  });
  return { message: "We've received your message and will respond shortly." };
}
