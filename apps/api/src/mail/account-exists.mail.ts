import { type RenderedMail, renderMail } from './render-mail.ts';

export const accountExistsMail = ({ origin }: { origin: string }): RenderedMail =>
  renderMail({
    subject: 'You already have a Picksync account',
    preview: 'Somebody tried to register with your address.',
    blocks: [
      {
        kind: 'text',
        text: 'Somebody, probably you, tried to create a Picksync account with this e-mail address. There already is one, and nothing about it was changed.',
      },
      { kind: 'link', label: 'Log in to Picksync', url: `${origin}/login` },
      { kind: 'text', text: 'If it was not you, there is nothing to do.' },
    ],
  });
