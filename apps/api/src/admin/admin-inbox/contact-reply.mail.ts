import type { MailContent } from '../../mail/content.ts';
import { defineMail } from '../../mail/define-mail.ts';
import { toParagraphs } from '../../people/contact/contact-message.mail.ts';

function contactReply({ reply, message }: { reply: string; message: string }): MailContent {
  return {
    subject: 'Re: Your message to Picksync',
    preview: 'Support has answered your message.',
    title: 'Our answer to your message',
    blocks: [
      ...toParagraphs(reply),
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
