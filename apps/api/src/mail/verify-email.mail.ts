import { type RenderedMail, renderMail } from './render-mail.ts';

export function verifyEmailMail({ code, minutes }: { code: string; minutes: number }): RenderedMail {
  return renderMail({
    subject: 'Your Picksync verification code',
    preview: 'Enter this code to confirm your email address.',
    blocks: [
      { kind: 'text', text: 'Enter this code to confirm your email address:' },
      { kind: 'code', code },
      { kind: 'text', text: `It works once, for ${minutes} minutes.` },
      {
        kind: 'text',
        text: 'If you did not create a Picksync account, ignore this mail. Nobody can use the account without this code.',
      },
    ],
  });
}
