import type { DateReader } from '@picksync/contracts';
import { counted, formatMomentFor, type MailContent, shortenName } from '../../mail/content.ts';
import { defineMail, exampleOrigin, exampleReader } from '../../mail/define-mail.ts';
import {
  because,
  exampleAutomation,
  formatZone,
  listPlaces,
  listRows,
  listRuns,
  toPageUrl,
} from './automation.content.ts';
import type { Noticed } from './noticed.store.ts';
import { writeOfBatch } from './write-of-batch.ts';

/** How long an automation may go on failing before it is paused. */
const patienceMs = 72 * 60 * 60_000;

type Facts = Pick<Noticed, 'automations' | 'reader'> & { origin: string };

function automationFailing({ automations, reader, origin }: Facts): MailContent {
  const [first] = automations;
  if (first && automations.length === 1) return oneFailing({ automation: first, reader, origin });
  return {
    subject: `${counted(automations.length, 'automation')} have stopped`,
    preview: 'Their dropdowns keep the options they have.',
    title: `${counted(automations.length, 'automation')} have stopped`,
    blocks: [
      { kind: 'text', text: 'The dropdowns keep the options they have. Nothing was changed.' },
      listRows(automations, ({ lastError }) => lastError ?? ''),
      { kind: 'button', label: 'Open the dashboard', url: `${origin}/dashboard` },
      {
        kind: 'note',
        text: 'What still fails after three days is paused, and we write once more. You get one mail when they work again.',
      },
    ],
    because,
  };
}

function oneFailing({
  automation,
  reader,
  origin,
}: {
  automation: Noticed['automations'][number];
  reader: DateReader;
  origin: string;
}): MailContent {
  const name = shortenName(automation.name);
  const [problem = '', ...remedy] = (automation.lastError ?? '').split(/(?<=\.)\s/);
  const { lastUpdated, failingSince } = automation;
  const pause = failingSince && formatMomentFor(reader, new Date(failingSince.getTime() + patienceMs));
  return {
    subject: `${name} has stopped: ${lowerFirstLetter(problem.replace(/\.$/, ''))}`,
    preview: remedy.join(' ') || 'The dropdown keeps the options it has.',
    title: `${name} has stopped`,
    blocks: [
      { kind: 'text', text: 'The dropdown keeps the options it has. Nothing was changed.' },
      {
        kind: 'fix',
        problem,
        remedy: [...remedy, 'The next check after that goes on by itself.'].join(' '),
      },
      ...listRuns(automation, reader),
      {
        kind: 'facts',
        rows: [
          ...listPlaces(automation),
          ['Last good run', lastUpdated ? formatMomentFor(reader, lastUpdated) : 'Never'],
        ],
      },
      { kind: 'button', label: 'Open the automation', url: toPageUrl(origin, automation.id, 'details') },
      {
        kind: 'note',
        text: `${pause ? `If it still fails on ${pause}, we pause it and write once more. ` : ''}${formatZone(reader)}`,
      },
    ],
    because,
  };
}

function lowerFirstLetter(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** To the owner of automations that have just begun to fail, once for all of them. */
export const automationFailingMail = defineMail({
  kind: 'automation',
  choice: 'automation_failing',
  ids: ['batchId'],
  write: writeOfBatch({
    isTrueOf: ({ isActive, failingSince }) => isActive && failingSince !== null,
    content: automationFailing,
  }),
  examples: [
    automationFailing({
      automations: [exampleAutomation],
      reader: exampleReader,
      origin: exampleOrigin,
    }),
    automationFailing({
      automations: Array.from({ length: 20 }, (_, at) => ({
        ...exampleAutomation,
        name: `Staff into Assignments ${at + 1}`,
      })),
      reader: exampleReader,
      origin: exampleOrigin,
    }),
  ],
});
