import type { MailContent } from '../../mail/content.ts';
import { defineMail } from '../../mail/define-mail.ts';
import { getLinkToken, linkMinutes } from '../one-time-codes/links.ts';
import { findCodeWithUser } from '../one-time-codes/one-time-codes.store.ts';
import { codeMinutes, getDigits } from '../one-time-codes/one-time-codes.ts';

type Reset = {
  code: string;
  /** Opens the form for the new password; it changes nothing by being opened. */
  url: string;
  /** False for an account that signs in through Google or Microsoft alone. */
  hasPassword: boolean;
};

function resetPassword({ code, url, hasPassword }: Reset): MailContent {
  const act = hasPassword ? 'set a new password' : 'set a password';
  return {
    subject: hasPassword ? 'Set a new Picksync password' : 'Set a Picksync password',
    preview: `Your code to ${act}.`,
    title: hasPassword ? 'Set a new password' : 'Set a password',
    blocks: [
      { kind: 'text', text: `Enter this code to ${act}:` },
      { kind: 'code', code },
      {
        kind: 'note',
        text: `It works once, for ${codeMinutes} minutes. Or open this link, which works once, for ${linkMinutes} minutes:`,
      },
      { kind: 'button', label: hasPassword ? 'Set a new password' : 'Set a password', url },
      { kind: 'note', text: 'Whichever you use first, the other stops working.' },
      {
        kind: 'note',
        text: 'If you did not ask for this, ignore this mail: your account stays as it is. Give the code to nobody.',
      },
    ],
    because: 'because a new password was requested for it',
  };
}

/** For a user who forgot the password: the digits and the link. */
export const resetPasswordMail = defineMail({
  kind: 'account',
  ids: ['codeId'],
  write: async (context, { codeId }) => {
    const code = await findCodeWithUser(context.db, codeId);
    if (!code?.user || code.usedAt || code.expiresAt <= context.now()) return null;
    const content = resetPassword({
      code: getDigits(code.id, context.keyedHash),
      url: `${context.settings.publicOrigin}/reset-password?token=${getLinkToken(context, code.id)}`,
      hasPassword: code.user.passwordHash !== null,
    });
    return { to: code.user.email, userId: code.userId, content };
  },
  examples: [
    resetPassword({
      code: '482913',
      url: 'https://picksync.example/reset-password?token=q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ',
      hasPassword: true,
    }),
  ],
});
