import type { Db } from '@picksync/db';
import { findPlanName } from '../../base/plans.store.ts';
import { cutText, type MailBlock, type MailContent } from '../../mail/content.ts';
import { defineMail } from '../../mail/define-mail.ts';

type Facts = { email: string; message: string; plan: string | null };

/** Returns the name of what the sender had; null for a visitor. */
async function findName(db: Db, plan: string | null): Promise<string | null> {
  if (plan === 'free' || plan === 'basic' || plan === 'premium') return findPlanName(db, plan);
  return plan === 'trial' ? 'Trial' : plan;
}

/** Returns the paragraphs of what somebody wrote, as blocks of a mail. */
function toParagraphs(written: string): MailBlock[] {
  const paragraphs = written.split(/\n{2,}/).filter((text) => text.trim() !== '');
  return paragraphs.map((text) => ({ kind: 'text', text }));
}

function contactMessage({ email, message, plan }: Facts): MailContent {
  const sender = plan === null ? 'a visitor' : `a user on ${plan}`;
  return {
    subject: `Message from ${sender}`,
    preview: `${email} wrote to support.`,
    title: `Message from ${sender}`,
    blocks: [
      { kind: 'text', text: `${email}, ${sender}, wrote:` },
      ...toParagraphs(message),
      { kind: 'note', text: 'An answer to this mail goes to the sender. Nobody has confirmed the address.' },
    ],
    because: 'because messages to support go there',
  };
}

/** For support: a message to support. An answer goes to its sender. */
export const contactMessageMail = defineMail({
  kind: 'account',
  ids: ['contactMessageId'],
  write: async (context, { contactMessageId }) => {
    const found = await context.db.contactMessage.findUnique({ where: { id: contactMessageId } });
    if (!found) return null;
    const content = contactMessage({ ...found, plan: await findName(context.db, found.plan) });
    return { to: context.settings.supportEmail, userId: null, replyTo: found.email, content };
  },
  examples: [
    contactMessage({
      email: 'olivia.park@northwind.example',
      message: 'Why is it Periodic?\n\nStaff into Assignments has no webhook.\nThe others have one.',
      plan: 'Basic',
    }),
  ],
});

function contactReply({ reply, message }: { reply: string; message: string }): MailContent {
  return {
    subject: 'Re: Your message to Picksync',
    preview: 'Support has answered your message.',
    title: 'Our answer to your message',
    blocks: [...toParagraphs(reply), { kind: 'note', text: `You wrote: ${cutText(message, 500)}` }],
    because: 'because you wrote to support',
  };
}

/** For a sender of a message to support: the reply of an administrator. An answer goes to support. */
export const contactReplyMail = defineMail({
  kind: 'account',
  ids: ['contactReplyId'],
  write: async (context, { contactReplyId }) => {
    const found = await context.db.contactReply.findUnique({
      where: { id: contactReplyId },
      select: { message: true, contactMessage: { select: { email: true, message: true, userId: true } } },
    });
    if (!found) return null;
    const { email, message, userId } = found.contactMessage;
    const content = contactReply({ reply: found.message, message });
    return { to: email, userId, replyTo: context.settings.supportEmail, content };
  },
  examples: [
    contactReply({
      reply:
        'Owner in Assignments is filled by two automations.\n\nPause one of them, and it is real time again.',
      message: 'Why is it Periodic?',
    }),
  ],
});
