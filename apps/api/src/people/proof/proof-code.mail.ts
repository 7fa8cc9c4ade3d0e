import type { MailContent } from '../../mail/content.ts';
import { defineMail } from '../../mail/define-mail.ts';
import { findCodeWithUser } from '../one-time-codes/one-time-codes.store.ts';
import { codeMinutes, getDigits } from '../one-time-codes/one-time-codes.ts';

function proofCode(code: string): MailContent {
  return {
    // A locked phone shows the subject only.
    subject: `${code} is your Picksync code`,
    preview: `It works once, for ${codeMinutes} minutes.`,
    title: 'Confirm that it is you',
    blocks: [
      { kind: 'text', text: 'Enter this code where Picksync asks for it:' },
      { kind: 'code', code },
      { kind: 'note', text: `It works once, for ${codeMinutes} minutes. Give it to nobody.` },
      {
        kind: 'note',
        text: 'If you did not ask for it, somebody else may be signed in to your account: end that session on your account page, under Security.',
      },
    ],
    because: 'because somebody who is signed in to your account asked for a code',
  };
}

/** For a user who has to prove who they are, and has no password and no second factor. */
export const proofCodeMail = defineMail({
  kind: 'account',
  ids: ['codeId'],
  write: async (context, { codeId }) => {
    const code = await findCodeWithUser(context.db, codeId);
    if (!code?.user || code.usedAt || code.expiresAt <= context.now()) return null;
    return {
      to: code.user.email,
      userId: code.userId,
      content: proofCode(getDigits(code.id, context.keyedHash)),
    };
  },
  examples: [proofCode('482913')],
});
