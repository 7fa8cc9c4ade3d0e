import { pluralize } from '@picksync/contracts';
import { formatMomentFor, type MailBlock, type MailContent, shortenName } from '../../mail/content.ts';
import { defineMail, exampleReader } from '../../mail/define-mail.ts';
import { toPauseTime } from '../automations/pause-failing.ts';
import {
  because,
  defineBatchMail,
  exampleAutomation,
  type Facts,
  findNoticed,
  findReported,
  formatZone,
  listPlaces,
  listRows,
  listRuns,
  type NoticedAutomation,
  openButton,
  toExampleFacts,
} from './automation.content.ts';

function automationFailing(facts: Facts): MailContent {
  const { automations } = facts;
  const [first] = automations;
  if (first && automations.length === 1) return oneFailing(first, facts);
  const title = `${pluralize(automations.length, 'automation')} have stopped`;
  return {
    subject: title,
    preview: 'Their columns keep their lists.',
    title,
    blocks: [
      { kind: 'text', text: 'The columns keep their lists. Nothing was changed.' },
      listRows(automations, ({ lastError }) => lastError ?? ''),
      openButton(facts),
      {
        kind: 'note',
        text: 'What still fails after three days is paused, and we write once more. You get one mail when they work again.',
      },
    ],
    because,
  };
}

function oneFailing(automation: NoticedAutomation, facts: Facts): MailContent {
  const { reader } = facts;
  const name = shortenName(automation.name);
  const [problem = '', ...remedy] = (automation.lastError ?? '').split(/(?<=\.)\s/);
  const { lastUpdated, failingSince } = automation;
  const pause = failingSince && formatMomentFor(reader, toPauseTime(failingSince));
  return {
    subject: `${name} has stopped: ${continueWith(problem.replace(/\.$/, ''))}`,
    preview: remedy.join(' ') || 'The column keeps its list.',
    title: `${name} has stopped`,
    blocks: [
      { kind: 'text', text: 'The column keeps its list. Nothing was changed.' },
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
      openButton(facts),
      {
        kind: 'note',
        text: `${pause ? `If it still fails on ${pause}, we pause it and write once more. ` : ''}${formatZone(reader)}`,
      },
    ],
    because,
  };
}

/** Returns a sentence as it goes on after a colon. A name at its beginning keeps its capital. */
function continueWith(sentence: string): string {
  if (/^(Smartsheet|Picksync)\b/.test(sentence)) return sentence;
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** To the owner of automations that have just begun to fail, once for all of them. */
export const automationFailingMail = defineBatchMail({
  choice: 'automation_failing',
  isTrueOf: ({ isActive, failingSince }) => isActive && failingSince !== null,
  content: automationFailing,
  examples: [
    automationFailing(toExampleFacts([exampleAutomation])),
    automationFailing(
      toExampleFacts(
        Array.from({ length: 20 }, (_, at) => ({
          ...exampleAutomation,
          name: `Staff into Assignments ${at + 1}`,
        })),
      ),
    ),
  ],
});

function automationRecovered(facts: Facts): MailContent {
  const { automations, reader } = facts;
  const [first] = automations;
  const isOne = first !== undefined && automations.length === 1;
  const works = isOne
    ? `${shortenName(first.name)} works again`
    : `${pluralize(automations.length, 'automation')} work again`;
  const good = (at: Date | null) => (at ? formatMomentFor(reader, at) : '');
  return {
    subject: works,
    preview: isOne ? 'Its list is in step with its source.' : 'Their lists are in step.',
    title: works,
    blocks: [
      {
        kind: 'text',
        text: isOne
          ? 'Its list is in step with its source again. There is nothing to do.'
          : 'Their lists are in step with their sources again. There is nothing to do.',
      },
      isOne
        ? { kind: 'facts', rows: [...listPlaces(first), ['Last good run', good(first.lastUpdated)]] }
        : listRows(automations, ({ lastUpdated }) => good(lastUpdated)),
      openButton(facts),
      { kind: 'note', text: formatZone(reader) },
    ],
    because,
  };
}

/** To the owner of automations that work again, where a mail has said that they did not. */
export const automationRecoveredMail = defineMail({
  kind: 'automation',
  choice: 'automation_failing',
  ids: ['batchId'],
  write: async (context, { batchId }) => {
    const noticed = await findNoticed(context.db, { overBatchId: batchId });
    if (!noticed) return null;
    const reported = await findReported(context.db, { overBatchId: batchId, mail: 'automation_failing' });
    const automations = noticed.automations.filter(
      ({ id, isActive, lastError }) => reported.has(id) && isActive && lastError === null,
    );
    if (automations.length === 0) return null;
    const content = automationRecovered({ ...noticed, automations, origin: context.settings.publicOrigin });
    return { to: noticed.to, userId: noticed.userId, content };
  },
  examples: [
    automationRecovered(
      toExampleFacts([{ ...exampleAutomation, lastError: null, failingSince: null }], {
        ...exampleReader,
        timeZone: 'America/New_York',
      }),
    ),
  ],
});

function automationPaused(facts: Facts): MailContent {
  const { automations } = facts;
  const [first] = automations;
  const isOne = first !== undefined && automations.length === 1;
  const was = isOne
    ? `${shortenName(first.name)} was paused`
    : `${automations.length} automations were paused`;
  const reason = ({ lastError }: NoticedAutomation) =>
    lastError ?? 'Your plan covers fewer automations than you have.';
  const why: MailBlock[] = isOne
    ? [
        { kind: 'fix', problem: reason(first), remedy: 'Then activate it again.' },
        { kind: 'facts', rows: listPlaces(first) },
      ]
    : [listRows(automations, reason)];
  return {
    subject: was,
    preview: isOne ? reason(first) : 'Their columns keep their lists.',
    title: was,
    blocks: [
      {
        kind: 'text',
        text: 'Picksync did this, not you. The columns keep their lists, and nothing was deleted.',
      },
      ...why,
      openButton(facts),
    ],
    because,
  };
}

/** To the owner of automations that were paused by the system, once for all of them. */
export const automationPausedMail = defineBatchMail({
  choice: 'automation_paused',
  isTrueOf: ({ isActive, pausedBy }) => !isActive && pausedBy === 'system',
  content: automationPaused,
  examples: [
    automationPaused(toExampleFacts([exampleAutomation])),
    automationPaused(
      toExampleFacts(Array.from({ length: 3 }, () => ({ ...exampleAutomation, lastError: null }))),
    ),
  ],
});

function surplusPaused({ automations, origin }: Facts): MailContent {
  const [verb, were] = automations.length === 1 ? ['was', 'it is'] : ['were', 'they are'];
  const title = `${pluralize(automations.length, 'automation')} ${verb} paused`;
  return {
    subject: `${title}: your plan covers fewer`,
    preview: 'The columns keep their lists, and nothing was deleted.',
    title,
    blocks: [
      {
        kind: 'text',
        text: `Your plan covers fewer automations than you have. The newest ${verb} paused; the others go on. The columns keep their lists, and nothing was deleted. With a larger plan, or after pausing another automation, ${were} activated again with one click.`,
      },
      listRows(automations, ({ sheetName }) => `into ${shortenName(sheetName, 40)}`),
      { kind: 'button', label: 'Open the dashboard', url: `${origin}/dashboard` },
    ],
    because,
  };
}

/** For a user whose plan covers fewer automations than before, once for all that were paused. */
export const surplusPausedMail = defineBatchMail({
  choice: 'automation_paused',
  isTrueOf: ({ isActive, lastErrorReason }) => !isActive && lastErrorReason === 'plan_limit',
  content: surplusPaused,
  examples: [
    surplusPaused(toExampleFacts([exampleAutomation])),
    surplusPaused(toExampleFacts(Array.from({ length: 7 }, () => exampleAutomation))),
  ],
});
