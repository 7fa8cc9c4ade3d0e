import { findAddress } from '../modules/auth/users.store.ts';
import type { MailContent } from './content.ts';
import { defineMail } from './define-mail.ts';

function passwordReplaced({ origin }: { origin: string }): MailContent {
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
    ],
    because: 'because it is about the security of your account',
  };
}

/** To somebody who changed their password while signed in. */
export const passwordReplacedMail = defineMail({
  kind: 'security',
  ids: ['userId'],
  write: async ({ userId }, { db, publicOrigin }) => {
    const to = await findAddress(db, userId);
    return to === null ? null : { to, userId, content: passwordReplaced({ origin: publicOrigin }) };
  },
  examples: [passwordReplaced({ origin: 'https://picksync.example' })],
});
