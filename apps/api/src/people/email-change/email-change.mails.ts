import type { Context } from '../../base/context.ts';
import type { MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { findChange, isAddressTaken } from './email-change.store.ts';
import { changeToken, undoDays } from './email-change.ts';

const because = 'because it is about the address of a Picksync account';

function confirmChange({ url }: { url: string }): MailContent {
  return {
    subject: 'Confirm your new email address',
    preview: 'Until you do, nothing changes.',
    title: 'Is this your new address?',
    blocks: [
      {
        kind: 'text',
        text: 'Somebody, probably you, wants to sign in to Picksync with this address from now on. Open the page and confirm it; until then nothing changes.',
      },
      { kind: 'button', label: 'Confirm the address', url },
      { kind: 'note', text: 'The link works once, for a day. If it was not you, ignore this mail.' },
    ],
    because,
  };
}

function addressInUse({ origin }: { origin: string }): MailContent {
  return {
    subject: 'This address already has a Picksync account',
    preview: 'Nothing was changed.',
    title: 'This address has an account already',
    blocks: [
      {
        kind: 'text',
        text: 'Somebody, probably you, wanted to use this address for another Picksync account. It has one already, and nothing about it was changed.',
      },
      { kind: 'button', label: 'Log in to Picksync', url: `${origin}/login` },
      { kind: 'note', text: 'If it was not you, there is nothing to do.' },
    ],
    because,
  };
}

function changeRequested({ to, origin }: { to: string; origin: string }): MailContent {
  return {
    subject: 'A change of your email address was requested',
    preview: 'Nothing has changed yet.',
    title: 'Your address may change',
    blocks: [
      {
        kind: 'text',
        text: `Somebody who is signed in to your account, probably you, wants to change its address to ${to}. It changes when the mail to that address is followed.`,
      },
      { kind: 'button', label: 'Open settings', url: `${origin}/settings` },
      { kind: 'note', text: 'If it was not you, cancel the change there and choose another password.' },
    ],
    because,
  };
}

function changed({ to, url }: { to: string; url: string }): MailContent {
  return {
    subject: 'Your Picksync email address was changed',
    preview: `You can undo it for ${undoDays} days.`,
    title: 'Your address was changed',
    blocks: [
      {
        kind: 'text',
        text: `Your Picksync account now belongs to ${to}. Mails go there, and you sign in with it.`,
      },
      {
        kind: 'text',
        text: `If it was not you, undo it within ${undoDays} days. All browsers are signed out then, what was added lately to sign in with is removed, outgoing webhooks are switched off, and you choose a new password.`,
      },
      { kind: 'button', label: 'Undo the change', url },
    ],
    because,
  };
}

function linkTo(context: Context, { id, act }: { id: string; act: 'confirm' | 'undo' }): string {
  return `${context.settings.publicOrigin}/email-change?token=${encodeURIComponent(changeToken(context, { id, act }))}`;
}

/** To the new address: the link that confirms it, or that it has an account already. */
export const confirmEmailChangeMail = defineMail({
  kind: 'account',
  ids: ['emailChangeId'],
  write: async (context, { emailChangeId }) => {
    const change = await findChange(context.db, emailChangeId);
    if (!change || change.confirmedAt || change.endedAt || change.expiresAt <= context.now()) return null;
    const content = (await isAddressTaken(context.db, change.newEmail))
      ? addressInUse({ origin: context.settings.publicOrigin })
      : confirmChange({ url: linkTo(context, { id: change.id, act: 'confirm' }) });
    return { to: change.newEmail, userId: null, content };
  },
  examples: [
    confirmChange({ url: `${exampleOrigin}/email-change` }),
    addressInUse({ origin: exampleOrigin }),
  ],
});

/** To the address that the account still has. */
export const emailChangeRequestedMail = defineMail({
  kind: 'security',
  ids: ['emailChangeId'],
  write: async (context, { emailChangeId }) => {
    const change = await findChange(context.db, emailChangeId);
    if (!change || change.confirmedAt || change.endedAt) return null;
    const content = changeRequested({ to: change.newEmail, origin: context.settings.publicOrigin });
    return { to: change.oldEmail, userId: change.userId, content };
  },
  examples: [changeRequested({ to: 'ada.new@clients.example', origin: exampleOrigin })],
});

/** To the address that the account had, with the link that undoes the change. */
export const emailChangedMail = defineMail({
  kind: 'security',
  ids: ['emailChangeId'],
  write: async (context, { emailChangeId }) => {
    const change = await findChange(context.db, emailChangeId);
    if (!change?.confirmedAt || change.endedAt) return null;
    const url = linkTo(context, { id: change.id, act: 'undo' });
    return { to: change.oldEmail, userId: change.userId, content: changed({ to: change.newEmail, url }) };
  },
  examples: [changed({ to: 'ada.new@clients.example', url: `${exampleOrigin}/email-change` })],
});
