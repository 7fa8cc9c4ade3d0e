import { type RenderedMail, renderMail } from './render-mail.ts';

export function accountExistsMail({ origin }: { origin: string }): RenderedMail {
  return renderMail({
    subject: 'You already have a Picksync account',
    preview: 'There is nothing to verify: you can log in.',
    blocks: [
      {
        kind: 'text',
        text: 'Somebody, probably you, tried to register this email address or to verify it. There already is an account for it, verified and ready, and nothing about it was changed.',
      },
      { kind: 'link', label: 'Log in to Picksync', url: `${origin}/login` },
      { kind: 'text', text: 'If it was not you, there is nothing to do.' },
    ],
  });
}
