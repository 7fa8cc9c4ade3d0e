import type { MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { findAddress } from '../users/users.store.ts';
import { listOtherWaysIn } from './other-ways-in.content.ts';
import { findOtherWaysIn, type OtherWaysIn } from './ways-in.store.ts';

type Facts = { origin: string; others: OtherWaysIn };

function passwordChanged({ origin, others }: Facts): MailContent {
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
      ...listOtherWaysIn(others),
    ],
    because: 'because it is about the security of your account',
  };
}

export const passwordChangedMail = defineMail({
  kind: 'security',
  ids: ['userId'],
  write: async (context, { userId }) => {
    const to = await findAddress(context.db, userId);
    if (to === null) return null;
    const others = await findOtherWaysIn(context.db, { userId, at: context.now() });
    return { to, userId, content: passwordChanged({ origin: context.settings.publicOrigin, others }) };
  },
  examples: [
    { passkeys: 1, linkedSignIns: 1, apiKeys: 2 },
    { passkeys: 0, linkedSignIns: 0, apiKeys: 0 },
  ].map((others) => passwordChanged({ origin: exampleOrigin, others })),
});
