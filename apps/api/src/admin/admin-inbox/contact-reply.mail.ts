import type { MailContent } from '../../mail/content.ts';
import { defineMail } from '../../mail/define-mail.ts';
import { findReply } from './admin-inbox.store.ts';

function paragraphs(text: string) {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ kind: 'text', text: paragraph }) as const);
}

function contactReply({ reply, message }: { reply: string; message: string }): MailContent {
  return {
    subject: 'Re: Your message to Picksync',
    preview: 'Support has answered your message.',
    title: 'Our answer to your message',
    blocks: [
      ...paragraphs(reply),
      { kind: 'note', text: `You wrote: ${message.length > 500 ? `${message.slice(0, 500)}…` : message}` },
    ],
    because: 'because you wrote to support',
  };
}

/** For a sender of a message to support: the reply of an administrator. An answer goes to support. */
export const contactReplyMail = defineMail({
  kind: 'account',
  ids: ['contactReplyId'],
  write: async (context, { contactReplyId }) => {
    const found = await findReply(context.db, contactReplyId);
    if (!found) return null;
    const { email, message, userId } = found.contactMessage;
    return {
      to: email,
      userId,
      replyTo: context.settings.supportEmail,
      content: contactReply({ reply: found.message, message }),
    };
  },
  examples: [
    contactReply({
      reply:
        'Owner in Assignments is filled by two automations.\n\nPause one of them, and it is real time again.',
      message: 'Why is it Periodic?',
    }),
  ],
});
