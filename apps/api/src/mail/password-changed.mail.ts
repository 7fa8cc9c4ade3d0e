import { findAddress } from '../modules/auth/users.store.ts';
import { hasOtherWaysIn } from '../modules/auth/ways-in.store.ts';
import type { MailContent } from './content.ts';
import { defineMail } from './define-mail.ts';

const others = {
  kind: 'note',
  text: 'Passkeys, linked sign-ins and API keys go on working. If somebody else was in your account, look through them under Security and remove what is not yours.',
} as const;

function passwordChanged({ origin, hasOthers }: { origin: string; hasOthers: boolean }): MailContent {
  return {
    subject: 'Your Picksync password was changed',
    preview: 'All browsers were signed out.',
    title: 'Your password was changed',
    blocks: [
      {
        kind: 'text',
        text: 'The password of your Picksync account was changed by somebody who could read your mail, probably you. All browsers were signed out.',
      },
      { kind: 'button', label: 'Log in to Picksync', url: `${origin}/login` },
      {
        kind: 'note',
        text: 'If it was not you, change the password of your mailbox first, and then this one.',
      },
      ...(hasOthers ? [others] : []),
    ],
    because: 'because it is about the security of your account',
  };
}

export const passwordChangedMail = defineMail({
  kind: 'security',
  ids: ['userId'],
  write: async ({ userId }, { db, publicOrigin }) => {
    const to = await findAddress(db, userId);
    if (to === null) return null;
    const hasOthers = await hasOtherWaysIn(db, userId);
    return { to, userId, content: passwordChanged({ origin: publicOrigin, hasOthers }) };
  },
  examples: [true, false].map((hasOthers) =>
    passwordChanged({ origin: 'https://picksync.example', hasOthers }),
  ),
});
