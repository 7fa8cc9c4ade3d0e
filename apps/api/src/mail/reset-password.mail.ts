import { type RenderedMail, renderMail } from './render-mail.ts';

type ResetPasswordMail = {
  code: string;
  codeMinutes: number;
  /** Opens the form for the new password; it changes nothing by being opened. */
  url: string;
  linkMinutes: number;
  /** False for an account that signs in through Google or Microsoft alone. */
  hasPassword: boolean;
};

export function resetPasswordMail(mail: ResetPasswordMail): RenderedMail {
  const { code, codeMinutes, url, linkMinutes, hasPassword } = mail;
  const act = hasPassword ? 'set a new password' : 'set a password';
  return renderMail({
    subject: hasPassword ? 'Set a new Picksync password' : 'Set a Picksync password',
    preview: `Your code to ${act}.`,
    blocks: [
      { kind: 'text', text: `Enter this code to ${act}:` },
      { kind: 'code', code },
      { kind: 'text', text: `It works once, for ${codeMinutes} minutes. Or open this link:` },
      { kind: 'link', label: hasPassword ? 'Set a new password' : 'Set a password', url },
      {
        kind: 'text',
        text: `The link works once, for ${linkMinutes} minutes. Whichever you use first, the other stops working.`,
      },
      {
        kind: 'text',
        text: 'If you did not ask for this, ignore this mail: your account stays as it is. Give the code to nobody.',
      },
    ],
  });
}
