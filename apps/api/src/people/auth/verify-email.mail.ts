import type { MailContent } from '../../mail/content.ts';
import { defineMail } from '../../mail/define-mail.ts';
import { getLinkToken, linkMinutes } from '../one-time-codes/links.ts';
import { findCodeWithUser } from '../one-time-codes/one-time-codes.store.ts';
import { codeMinutes, getDigits } from '../one-time-codes/one-time-codes.ts';
import { accountExists } from './account-exists.content.ts';

type Verification = {
  code: string;
  /** Opens the page that verifies; it changes nothing by being opened. */
  url: string;
};

function verifyEmail({ code, url }: Verification): MailContent {
  return {
    // A locked phone shows the subject only.
    subject: `${code} is your Picksync code`,
    preview: `It works once, for ${codeMinutes} minutes.`,
    title: 'Your verification code',
    blocks: [
      { kind: 'text', text: 'Enter this code to confirm your email address:' },
      { kind: 'code', code },
      {
        kind: 'note',
        text: `It works once, for ${codeMinutes} minutes. Or open this link, which works once, for ${linkMinutes} minutes:`,
      },
      { kind: 'button', label: 'Verify your email address', url },
      { kind: 'note', text: 'Whichever you use first, the other stops working.' },
      {
        kind: 'note',
        text: 'If you did not create a Picksync account, ignore this mail. Nobody can use the account without this mail.',
      },
    ],
    because: 'because this address was used to register at Picksync',
  };
}

/** For a user who registered or requested a new code: the digits and the link, or that the account exists already. */
export const verifyEmailMail = defineMail({
  kind: 'account',
  ids: ['codeId'],
  write: async (context, { codeId }) => {
    const code = await findCodeWithUser(context.db, codeId);
    if (!code?.user || code.usedAt || code.expiresAt <= context.now()) return null;
    const content = code.user.isVerified
      ? accountExists({ origin: context.settings.publicOrigin })
      : verifyEmail({
          code: getDigits(code.id, context.keyedHash),
          url: `${context.settings.publicOrigin}/login?action=verify&token=${getLinkToken(context, code.id)}`,
        });
    return { to: code.user.email, userId: code.userId, content };
  },
  examples: [
    verifyEmail({
      code: '482913',
      url: 'https://picksync.example/login?action=verify&token=q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ',
    }),
    accountExists({ origin: 'https://picksync.example' }),
  ],
});
