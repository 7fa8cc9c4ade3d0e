import { type RenderedMail, renderMail } from './render-mail.ts';

type VerifyEmailMail = {
  code: string;
  minutes: number;
  /** Opens the page that verifies; it changes nothing by being opened. */
  url: string;
  linkMinutes: number;
};

export function verifyEmailMail({ code, minutes, url, linkMinutes }: VerifyEmailMail): RenderedMail {
  return renderMail({
    subject: 'Your Picksync verification code',
    preview: 'Enter this code to confirm your email address.',
    blocks: [
      { kind: 'text', text: 'Enter this code to confirm your email address:' },
      { kind: 'code', code },
      { kind: 'text', text: `It works once, for ${minutes} minutes. Or open this link:` },
      { kind: 'link', label: 'Verify your email address', url },
      {
        kind: 'text',
        text: `The link works once, for ${linkMinutes} minutes. Whichever you use first, the other stops working.`,
      },
      {
        kind: 'text',
        text: 'If you did not create a Picksync account, ignore this mail. Nobody can use the account without this mail.',
      },
    ],
  });
}
