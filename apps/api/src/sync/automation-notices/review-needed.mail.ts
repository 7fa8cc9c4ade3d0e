import { counted, type MailContent, shortenName } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { because, exampleAutomation, listRows } from './automation.content.ts';
import type { NoticedAutomation } from './noticed.store.ts';
import { buttonTo, describeReview, listFacts } from './review-needed.content.ts';
import { writeOfBatch } from './write-of-batch.ts';

type Facts = { automations: NoticedAutomation[]; origin: string };

function reviewNeeded({ automations, origin }: Facts): MailContent {
  const [first] = automations;
  if (first && automations.length === 1) return oneReview(first, origin);
  const need = `${counted(automations.length, 'automation')} need your review`;
  return {
    subject: need,
    preview: 'Nothing is written until you decide.',
    title: need,
    blocks: [
      {
        kind: 'text',
        text: 'They stopped before they wrote. The dropdowns keep all their options until you decide.',
      },
      listRows(automations, (one) => describeReview(one).short),
      { kind: 'button', label: 'Open the dashboard', url: `${origin}/dashboard` },
      { kind: 'note', text: nothingStored },
    ],
    because,
  };
}

const nothingStored =
  'No option is named here, because we store none. The page reads both sheets and shows them.';

function oneReview(automation: NoticedAutomation, origin: string): MailContent {
  const words = describeReview(automation);
  const name = shortenName(automation.name);
  return {
    subject: `${words.short}: please review`,
    preview: `${name} stopped before it wrote.`,
    title: words.short,
    blocks: [
      { kind: 'text', text: `${name} ${words.text}` },
      ...words.figures,
      listFacts(automation, words),
      buttonTo(automation, words, origin),
      { kind: 'note', text: nothingStored },
    ],
    because,
  };
}

const exampleReview = { ...exampleAutomation, lastErrorReason: 'wipe_guard', lastRunAdded: 2 };
const exampleReplaced = { ...exampleReview, lastRunAdded: 34, lastRunRemoved: 48 };
const exampleDrift = {
  ...exampleAutomation,
  lastErrorReason: 'drift_found',
  lastRunAdded: 1,
  lastRunRemoved: 1,
};
const exampleRows = {
  ...exampleAutomation,
  lastErrorReason: 'rows_would_go',
  review: { added: 0, removed: 3, sourceRows: 3 },
};
const exampleNewRows = {
  ...exampleAutomation,
  lastErrorReason: 'rows_would_come',
  review: { added: 0, removed: 0, newRows: 12 },
};

function example(...automations: NoticedAutomation[]): MailContent {
  return reviewNeeded({ automations, origin: exampleOrigin });
}

/** To the owner of automations that wait for a person, once while they wait. */
export const reviewNeededMail = defineMail({
  kind: 'automation',
  choice: 'review_needed',
  ids: ['batchId'],
  write: writeOfBatch({
    isTrueOf: ({ review, isActive }) => isActive && review !== null,
    content: reviewNeeded,
  }),
  examples: [
    example({ ...exampleReview, name: 'Projects into Expense report' }),
    example({ ...exampleReview, lastErrorReason: 'source_empty', lastRunAdded: 0, lastRunRemoved: 48 }),
    example(exampleDrift),
    example(exampleRows),
    example(exampleReview, exampleDrift, exampleRows),
    example(exampleReplaced),
    example(exampleNewRows),
    example({ ...exampleReview, lastErrorReason: 'nothing_passes', lastRunAdded: 0, lastRunRemoved: 48 }),
  ],
});
