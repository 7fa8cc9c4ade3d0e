import { pluralize } from '@picksync/contracts';
import type { MailBlock, MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { findOtherSignInMethods, type OtherSignInMethods } from './sign-in-methods.ts';

/** Who changed the password: somebody who reads the mail, or somebody who was signed in. */
type Change = { preview: string; text: string; button: { label: string; path: string }; advice: string };

function passwordChanged(
  change: Change,
  { origin, others }: { origin: string; others: OtherSignInMethods },
): MailContent {
  const { preview, text, button, advice } = change;
  return {
    subject: 'Your Picksync password was changed',
    preview,
    title: 'Your password was changed',
    blocks: [
      { kind: 'text', text },
      { kind: 'button', label: button.label, url: `${origin}${button.path}` },
      { kind: 'note', text: advice },
      ...listOtherSignInMethods(others),
    ],
    because: 'because it is about the security of your account',
  };
}

/** Returns what goes on working after a new password, as a note; nothing when nothing does. */
function listOtherSignInMethods({ passkeys, linkedSignIns, apiKeys }: OtherSignInMethods): MailBlock[] {
  const ways = [
    [passkeys, 'passkey'],
    [linkedSignIns, 'linked sign-in'],
    [apiKeys, 'API key'],
  ] as const;
  const names = ways.flatMap(([count, noun]) => (count === 0 ? [] : [pluralize(count, noun)]));
  if (names.length === 0) return [];
  const list = new Intl.ListFormat('en-US').format(names);
  const goOn = passkeys + linkedSignIns + apiKeys === 1 ? 'goes on working' : 'go on working';
  const where = apiKeys === 0 ? 'under Security' : 'under Security and API keys';
  return [
    {
      kind: 'note',
      text: `${list} ${goOn}. If somebody else was in your account, remove what is not yours ${where}.`,
    },
  ];
}

function definePasswordMail(change: Change, examples: OtherSignInMethods[]) {
  return defineMail({
    kind: 'security',
    ids: ['userId'],
    write: async (context, { userId }) => {
      const user = await context.db.user.findUnique({ where: { id: userId }, select: { email: true } });
      if (!user) return null;
      const others = await findOtherSignInMethods(context.db, { userId, at: context.now() });
      const content = passwordChanged(change, { origin: context.settings.publicOrigin, others });
      return { to: user.email, userId, content };
    },
    examples: examples.map((others) => passwordChanged(change, { origin: exampleOrigin, others })),
  });
}

const nothingElse = { passkeys: 0, linkedSignIns: 0, apiKeys: 0 };

/** To somebody who set a new password without being signed in. */
export const passwordChangedMail = definePasswordMail(
  {
    preview: 'All browsers were signed out.',
    text: 'The password of your Picksync account was changed by somebody who could read your mail, probably you. All browsers were signed out.',
    button: { label: 'Log in to Picksync', path: '/login' },
    advice: 'If it was not you, change the password of your mailbox first, and then this one.',
  },
  [{ passkeys: 1, linkedSignIns: 1, apiKeys: 2 }, nothingElse],
);

/** To somebody who changed their password while signed in. */
export const passwordReplacedMail = definePasswordMail(
  {
    preview: 'It was changed in your account.',
    text: 'The password of your Picksync account was changed by somebody who was signed in, probably you.',
    button: { label: 'Open settings', path: '/settings#security' },
    advice:
      'If it was not you, choose a new one at once with “Forgot password” on the login page: that signs out every browser.',
  },
  [{ ...nothingElse, apiKeys: 1 }, nothingElse],
);
