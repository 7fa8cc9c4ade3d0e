import { type MailContent, nameOf } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { because, exampleAutomation, pageOf, placesOf, rowsOf } from './automation.content.ts';
import type { NoticedAutomation } from './noticed.store.ts';
import { writeOfBatch } from './write-of-batch.ts';

type Facts = { automations: NoticedAutomation[]; origin: string };

const planReason = 'Your plan covers fewer automations than you have.';

function automationPaused({ automations, origin }: Facts): MailContent {
  const [first] = automations;
  const isOne = first !== undefined && automations.length === 1;
  const was = isOne ? `${nameOf(first.name)} was paused` : `${automations.length} automations were paused`;
  const reason = ({ lastError }: NoticedAutomation) => lastError ?? planReason;
  return {
    subject: was,
    preview: isOne ? reason(first) : 'Their dropdowns keep the options they have.',
    title: was,
    blocks: [
      {
        kind: 'text',
        text: 'Picksync did this, not you. The dropdowns keep the options they have, and nothing was deleted.',
      },
      ...(isOne
        ? [
            { kind: 'fix', problem: reason(first), remedy: 'Then activate it again.' } as const,
            { kind: 'facts', rows: placesOf(first) } as const,
            {
              kind: 'button',
              label: 'Open the automation',
              url: pageOf(origin, first.id, 'details'),
            } as const,
          ]
        : [
            rowsOf(automations, reason),
            { kind: 'button', label: 'Open the dashboard', url: `${origin}/dashboard` } as const,
          ]),
    ],
    because,
  };
}

/** To the owner of automations that were paused by the system, once for all of them. */
export const automationPausedMail = defineMail({
  kind: 'automation',
  choice: 'automation_paused',
  ids: ['batchId'],
  write: writeOfBatch({
    isTrueOf: ({ isActive, pausedBy }) => !isActive && pausedBy === 'system',
    content: automationPaused,
  }),
  examples: [
    automationPaused({ automations: [exampleAutomation], origin: exampleOrigin }),
    automationPaused({
      automations: Array.from({ length: 3 }, () => ({ ...exampleAutomation, lastError: null })),
      origin: exampleOrigin,
    }),
  ],
});
