import { type MailContent, shortenName } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { because, exampleAutomation, listPlaces, listRows, toPageUrl } from './automation.content.ts';
import type { NoticedAutomation } from './noticed.store.ts';
import { writeOfBatch } from './write-of-batch.ts';

type Facts = { automations: NoticedAutomation[]; origin: string };

const planReason = 'Your plan covers fewer automations than you have.';

function automationPaused({ automations, origin }: Facts): MailContent {
  const [first] = automations;
  const isOne = first !== undefined && automations.length === 1;
  const was = isOne
    ? `${shortenName(first.name)} was paused`
    : `${automations.length} automations were paused`;
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
            { kind: 'facts', rows: listPlaces(first) } as const,
            {
              kind: 'button',
              label: 'Open the automation',
              url: toPageUrl(origin, first.id, 'details'),
            } as const,
          ]
        : [
            listRows(automations, reason),
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
