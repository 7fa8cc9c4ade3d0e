import { counted, type MailContent, shortenName } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { because, exampleAutomation, listRows } from './automation.content.ts';
import type { NoticedAutomation } from './noticed.store.ts';
import { writeOfBatch } from './write-of-batch.ts';

type Facts = { automations: NoticedAutomation[]; origin: string };

function surplusPaused({ automations, origin }: Facts): MailContent {
  const [verb, were] = automations.length === 1 ? ['was', 'it is'] : ['were', 'they are'];
  const subject = `${counted(automations.length, 'automation')} ${verb} paused: your plan covers fewer`;
  return {
    subject,
    preview: 'The dropdowns keep the options they have, and nothing was deleted.',
    title: `${counted(automations.length, 'automation')} ${verb} paused`,
    blocks: [
      {
        kind: 'text',
        text: `Your plan covers fewer automations than you have. The newest ${verb} paused; the others go on. The dropdowns keep the options they have, and nothing was deleted. With a larger plan, or after pausing another automation, ${were} activated again with one click.`,
      },
      listRows(automations, ({ sheetName }) => `into ${shortenName(sheetName, 40)}`),
      { kind: 'button', label: 'Open the dashboard', url: `${origin}/dashboard` },
    ],
    because,
  };
}

/** For a user whose plan covers fewer automations than before, once for all that were paused. */
export const surplusPausedMail = defineMail({
  kind: 'automation',
  choice: 'automation_paused',
  ids: ['batchId'],
  write: writeOfBatch({
    isTrueOf: ({ isActive, lastErrorReason }) => !isActive && lastErrorReason === 'plan_limit',
    content: surplusPaused,
  }),
  examples: [
    surplusPaused({ automations: [exampleAutomation], origin: exampleOrigin }),
    surplusPaused({ automations: Array.from({ length: 7 }, () => exampleAutomation), origin: exampleOrigin }),
  ],
});
