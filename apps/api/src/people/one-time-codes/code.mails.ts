import type { Context } from '../../base/context.ts';
import type { MailBlock, MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { findCodeWithUser } from './one-time-codes.store.ts';
import { codeMinutes, linkMinutes, readCode } from './one-time-codes.ts';

/** The digits, and the token of the link: opening the link changes nothing. */
type Code = { digits: string; token: string; origin: string };

const exampleCode: Code = {
  digits: '482913',
  token: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ',
  origin: exampleOrigin,
};

type CodeUser = { isVerified: boolean; passwordHash: string | null };

/** Defines a mail with a code, which is no longer due once the code is used or over. */
function defineCodeMail(write: (code: Code, user: CodeUser) => MailContent, examples: MailContent[]) {
  return defineMail({
    kind: 'account',
    ids: ['codeId'],
    write: async (context: Context, { codeId }) => {
      const found = await findCodeWithUser(context.db, codeId);
      if (!found?.user || found.usedAt || found.expiresAt <= context.now()) return null;
      const { userId, user } = found;
      const read = readCode(found, context.keyedHash);
      if (!read) return null;
      const code = { ...read, origin: context.settings.publicOrigin };
      return { to: user.email, userId, content: write(code, user) };
    },
    examples,
  });
}

/** Returns the code, and the button with the link that does the same. */
function toCodeBlocks(digits: string, label: string, url: string): MailBlock[] {
  return [
    { kind: 'code', code: digits },
    {
      kind: 'note',
      text: `It works once, for ${codeMinutes} minutes. Or open this link, which works once, for ${linkMinutes} minutes:`,
    },
    { kind: 'button', label, url },
    { kind: 'note', text: 'Whichever you use first, the other stops working.' },
  ];
}

/** A locked phone shows the subject only. */
function getSubject({ digits }: Code): string {
  return `${digits} is your Picksync code`;
}

function verifyEmail(code: Code): MailContent {
  const { digits, token, origin } = code;
  return {
    subject: getSubject(code),
    preview: `It works once, for ${codeMinutes} minutes.`,
    title: 'Your verification code',
    blocks: [
      { kind: 'text', text: 'Enter this code to confirm your email address:' },
      ...toCodeBlocks(digits, 'Verify your email address', `${origin}/login?action=verify&token=${token}`),
      {
        kind: 'note',
        text: 'If you did not create a Picksync account, ignore this mail. Nobody can use the account without this mail.',
      },
    ],
    because: 'because this address was used to register at Picksync',
  };
}

/** What the owner of an address is told when somebody registers it or has it verified once more. */
function accountExists({ origin }: Code): MailContent {
  return {
    subject: 'You already have a Picksync account',
    preview: 'There is nothing to verify: you can log in.',
    title: 'You already have an account',
    blocks: [
      {
        kind: 'text',
        text: 'Somebody, probably you, tried to register this email address or to verify it. There already is an account for it, verified and ready, and nothing about it was changed.',
      },
      { kind: 'button', label: 'Log in to Picksync', url: `${origin}/login` },
      { kind: 'note', text: 'If it was not you, there is nothing to do.' },
    ],
    because: 'because this address was used to register at Picksync',
  };
}

/** For a user who registered or requested a new code: the digits and the link, or that the account exists already. */
export const verifyEmailMail = defineCodeMail(
  (code, { isVerified }) => (isVerified ? accountExists(code) : verifyEmail(code)),
  [verifyEmail(exampleCode), accountExists(exampleCode)],
);

/** An account that signs in through Google or Microsoft alone has no password. */
function resetPassword({ digits, token, origin }: Code, hasPassword: boolean): MailContent {
  const act = hasPassword ? 'Set a new password' : 'Set a password';
  const words = hasPassword ? 'set a new password' : 'set a password';
  return {
    subject: hasPassword ? 'Set a new Picksync password' : 'Set a Picksync password',
    preview: `Your code to ${words}.`,
    title: act,
    blocks: [
      { kind: 'text', text: `Enter this code to ${words}:` },
      ...toCodeBlocks(digits, act, `${origin}/reset-password?token=${token}`),
      {
        kind: 'note',
        text: 'If you did not ask for this, ignore this mail: your account stays as it is. Give the code to nobody.',
      },
    ],
    because: 'because a new password was requested for it',
  };
}

/** For a user who forgot the password: the digits and the link. */
export const resetPasswordMail = defineCodeMail(
  (code, { passwordHash }) => resetPassword(code, passwordHash !== null),
  [resetPassword(exampleCode, true)],
);

function stepUpCode(code: Code): MailContent {
  return {
    subject: getSubject(code),
    preview: `It works once, for ${codeMinutes} minutes.`,
    title: 'Confirm that it is you',
    blocks: [
      { kind: 'text', text: 'Enter this code where Picksync asks for it:' },
      { kind: 'code', code: code.digits },
      { kind: 'note', text: `It works once, for ${codeMinutes} minutes. Give it to nobody.` },
      {
        kind: 'note',
        text: 'If you did not ask for it, somebody else may be signed in to your account: end that session in your settings, under Security.',
      },
    ],
    because: 'because somebody who is signed in to your account asked for a code',
  };
}

/** For a user who has to prove who they are, and has no password and no second factor. */
export const stepUpCodeMail = defineCodeMail(stepUpCode, [stepUpCode(exampleCode)]);
