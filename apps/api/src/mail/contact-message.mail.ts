import { findContactMessage } from '../modules/contact/contact.store.ts';
import type { MailContent } from './content.ts';
import { defineMail } from './define-mail.ts';

type Facts = { email: string; message: string; plan: string | null };

const planNames: Record<string, string> = {
  trial: 'Trial',
  free: 'Free',
  basic: 'Basic',
  premium: 'Premium',
};

function contactMessage({ email, message, plan }: Facts): MailContent {
  const sender = plan === null ? 'a visitor' : `a user on ${planNames[plan] ?? plan}`;
  return {
    subject: `Message from ${sender}`,
    preview: `${email} wrote to support.`,
    title: `Message from ${sender}`,
    blocks: [
      { kind: 'text', text: `${email}, ${sender}, wrote:` },
      ...message
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((text) => ({ kind: 'text', text }) as const),
      { kind: 'note', text: 'An answer to this mail goes to the sender. Nobody has confirmed the address.' },
    ],
    because: 'because messages to support go there',
  };
}

/** For support: what somebody has written. An answer goes to them. */
export const contactMessageMail = defineMail({
  kind: 'account',
  ids: ['contactMessageId'],
  write: async ({ contactMessageId }, { db, supportEmail }) => {
    const message = await findContactMessage(db, contactMessageId);
    return (
      message && {
        to: supportEmail,
        userId: null,
        replyTo: message.email,
        content: contactMessage(message),
      }
    );
  },
  examples: [
    contactMessage({
      email: 'olivia.park@northwind.example',
      message: 'Why is it Periodic?\n\nStaff into Assignments has no webhook.\nThe others have one.',
      plan: 'basic',
    }),
  ],
});
