import type { MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { findAddress } from '../users/users.store.ts';
import { listOtherWaysIn } from './other-ways-in.content.ts';
import { findOtherWaysIn, type OtherWaysIn } from './ways-in.store.ts';

type Facts = { origin: string; others: OtherWaysIn };

function passwordReplaced({ origin, others }: Facts): MailContent {
  return {
    subject: 'Your Picksync password was changed',
    preview: 'It was changed in your account.',
    title: 'Your password was changed',
    blocks: [
      {
        kind: 'text',
        text: 'The password of your Picksync account was changed by somebody who was signed in, probably you.',
      },
      { kind: 'button', label: 'See your account', url: `${origin}/account?section=security` },
      {
        kind: 'note',
        text: 'If it was not you, choose a new one at once with “Forgot password” on the login page: that signs out every browser.',
      },
      ...listOtherWaysIn(others),
    ],
    because: 'because it is about the security of your account',
  };
}

/** To somebody who changed their password while signed in. */
export const passwordReplacedMail = defineMail({
  kind: 'security',
  ids: ['userId'],
  write: async (context, { userId }) => {
    const to = await findAddress(context.db, userId);
    if (to === null) return null;
    const others = await findOtherWaysIn(context.db, { userId, at: context.now() });
    return { to, userId, content: passwordReplaced({ origin: context.settings.publicOrigin, others }) };
  },
  examples: [
    { passkeys: 0, linkedSignIns: 0, apiKeys: 1 },
    { passkeys: 0, linkedSignIns: 0, apiKeys: 0 },
  ].map((others) => passwordReplaced({ origin: exampleOrigin, others })),
});
