import type { MailContent } from '../../mail/content.ts';

/** What the owner of an address is told when somebody registers it or has it verified once more. */
export function accountExists({ origin }: { origin: string }): MailContent {
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
