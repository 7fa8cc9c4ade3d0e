import { type RenderedMail, renderMail } from './render-mail.ts';

export function passwordChangedMail({ origin }: { origin: string }): RenderedMail {
  return renderMail({
    subject: 'Your Picksync password was changed',
    preview: 'All browsers were signed out.',
    blocks: [
      {
        kind: 'text',
        text: 'The password of your Picksync account was changed by somebody who could read your mail, probably you. All browsers were signed out.',
      },
      { kind: 'link', label: 'Log in to Picksync', url: `${origin}/login` },
      {
        kind: 'text',
        text: 'If it was not you, change the password of your mailbox first, and then this one.',
      },
    ],
  });
}
