import { pluralize } from '@picksync/contracts';
import { statusSentence } from '@picksync/smartsheet-account';
import type { MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';

type Facts = { sentence: string; accountEmail: string | null; automations: number; origin: string };

function reconnectNeeded({ sentence, accountEmail, automations, origin }: Facts): MailContent {
  const [problem = '', ...remedy] = sentence.split(/(?<=\.)\s/);
  const stopped: [string, string][] =
    automations > 0 ? [['Stopped', pluralize(automations, 'automation')]] : [];
  return {
    subject:
      automations > 0
        ? 'Please reconnect Smartsheet: your automations have stopped'
        : 'Please reconnect Smartsheet',
    preview: problem,
    title: 'Please reconnect Smartsheet',
    blocks: [
      {
        kind: 'text',
        text: 'Picksync can no longer read or write your sheets. The columns keep their lists.',
      },
      { kind: 'fix', problem, remedy: remedy.join(' ') },
      {
        kind: 'facts',
        rows: [['Account', accountEmail ?? 'Smartsheet'], ...stopped],
      },
      { kind: 'button', label: 'Reconnect Smartsheet', url: `${origin}/settings#smartsheet` },
      { kind: 'note', text: 'Once it is connected again, everything is looked at by itself.' },
    ],
    because: 'because it is about your connection to Smartsheet',
  };
}

/** For a user whose Smartsheet connection is refused, once until they have connected again. */
export const reconnectNeededMail = defineMail({
  kind: 'automation',
  ids: ['userId'],
  write: async (context, { userId }) => {
    const connection = await context.db.smartsheetConnection.findUnique({
      where: { userId, status: 'needs_reconnect' },
      select: {
        statusReason: true,
        accountEmail: true,
        user: { select: { email: true } },
      },
    });
    if (!connection) return null;
    const { statusReason, accountEmail, user } = connection;
    const content = reconnectNeeded({
      sentence: statusSentence(statusReason),
      accountEmail,
      automations: await context.db.automation.count({ where: { userId, isActive: true } }),
      origin: context.settings.publicOrigin,
    });
    return { to: user.email, userId, content };
  },
  examples: [
    reconnectNeeded({
      sentence: statusSentence('revoked'),
      accountEmail: 'olivia.park@northwind.example',
      automations: 4,
      origin: exampleOrigin,
    }),
  ],
});
