import {
  capitalize,
  formatNumber,
  pluralize,
  type Review,
  removalLimitText,
  renamesWithoutReview,
  toListNoun,
} from '@picksync/contracts';
import { type MailBlock, type MailContent, shortenName } from '../../mail/content.ts';
import {
  because,
  defineBatchMail,
  exampleAutomation,
  type Facts,
  listPlaces,
  listRows,
  type NoticedAutomation,
  openButton,
  toExampleFacts,
} from './automation.content.ts';

function reviewNeeded(facts: Facts): MailContent {
  const { automations } = facts;
  const [first] = automations;
  if (first && automations.length === 1) return oneReview(first, facts);
  const need = `${pluralize(automations.length, 'automation')} need your review`;
  return {
    subject: need,
    preview: 'Nothing is written until you decide.',
    title: need,
    blocks: [
      {
        kind: 'text',
        text: 'They stopped before they wrote. The columns keep their lists until you decide.',
      },
      listRows(automations, (one) => describeReview(one).short),
      openButton(facts),
      { kind: 'note', text: nothingStored },
    ],
    because,
  };
}

const nothingStored =
  'What the list holds is not named here, because we store none of it. The page reads both sheets and shows it.';

function oneReview(automation: NoticedAutomation, { origin }: Facts): MailContent {
  const { short, text, figures = [], why, button } = describeReview(automation);
  const name = shortenName(automation.name);
  return {
    subject: `${short}: please review`,
    preview: `${name} stopped before it wrote.`,
    title: short,
    blocks: [
      { kind: 'text', text: `${name} ${text}` },
      ...figures,
      { kind: 'facts', rows: [...listPlaces(automation), ['Why it stopped', why]] },
      { kind: 'button', label: button, url: `${origin}/automations/${automation.id}/review` },
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

const exampleNames = { added: 0, removed: 0, renamed: 6, renamedRows: 1620 };
const exampleRenames = { ...exampleAutomation, lastErrorReason: 'names_changed', review: exampleNames };

function example(...automations: NoticedAutomation[]): MailContent {
  return reviewNeeded(toExampleFacts(automations));
}

/** To the owner of automations that wait for a person, once while they wait. */
export const reviewNeededMail = defineBatchMail({
  choice: 'review_needed',
  isTrueOf: ({ review, isActive }) => isActive && review !== null,
  content: reviewNeeded,
  examples: [
    example({ ...exampleReview, name: 'Projects into Expense report' }),
    example({ ...exampleReview, lastErrorReason: 'source_empty', lastRunAdded: 0, lastRunRemoved: 48 }),
    example(exampleDrift),
    example(exampleRows),
    example(exampleReview, exampleDrift, exampleRows),
    example(exampleReplaced),
    example(exampleNewRows),
    example(exampleRenames),
    example({ ...exampleReview, lastErrorReason: 'nothing_passes', lastRunAdded: 0, lastRunRemoved: 48 }),
    example({ ...exampleReview, fillsContacts: true, targetColumnName: 'Approver' }),
    example({ ...exampleDrift, fillsContacts: true, targetColumnName: 'Approver' }),
    example({ ...exampleReview, lastRunAdded: 1200, lastRunRemoved: 3100, lastRunOptionCount: 4800 }),
    example({ ...exampleReview, lastErrorReason: 'fewer_source_sheets' }),
    example({
      ...exampleRenames,
      lastRunRemoved: 3,
      review: { ...exampleNames, fewerSheets: { found: 7, before: 9 } },
    }),
  ],
});

/** The words of a mail about one review. Counts, and names of sheets and columns; never an option. */
type ReviewWords = {
  /** In a few words, also for a list of several. */
  short: string;
  /** What happened, in a sentence after the name of the automation. */
  text: string;
  figures?: MailBlock[];
  why: string;
  button: string;
};

/** Returns the words for a review, by the reason why the sync stopped. */
function describeReview(automation: NoticedAutomation): ReviewWords {
  switch (automation.lastErrorReason) {
    case 'drift_found':
      return describeDrift(automation);
    case 'rows_would_go':
      return describeRows(automation);
    case 'rows_would_come':
      return describeNewRows(automation);
    case 'names_changed':
      return describeRenames(automation);
    default:
      return describeRemovals(automation);
  }
}

function describeRemovals(automation: NoticedAutomation): ReviewWords {
  const go = automation.lastRunRemoved ?? 0;
  const come = automation.lastRunAdded ?? 0;
  const all = Math.max(automation.lastRunOptionCount ?? 0, go);
  const noun = toListNoun(automation);
  return {
    short: `${formatNumber(go)} of ${pluralize(all, noun)} would be removed`,
    text: `stopped before it wrote. The ${toListName(automation)} keeps ${all === 1 ? `its ${noun}` : `all ${formatNumber(all)}`} until you decide.`,
    figures: [{ kind: 'cut', stay: all - go, go, come }],
    why: explainRemoval(automation),
    button: `Review ${pluralize(go, 'removal')}`,
  };
}

function toListName({ fillsContacts }: NoticedAutomation): string {
  return fillsContacts ? 'contact column' : 'dropdown';
}

function explainRemoval(automation: NoticedAutomation): string {
  const { lastErrorReason, maxRemovalPercent, fillsContacts } = automation;
  const noun = toListNoun(automation);
  if (lastErrorReason === 'fewer_source_sheets') return 'The report reads fewer sheets than before';
  if (lastErrorReason === 'source_empty')
    return fillsContacts ? 'The source has no contacts with an address' : 'The source column has no values';
  if (lastErrorReason === 'nothing_passes') return 'No row of the source passes the filters';
  return capitalize(`${removalLimitText(maxRemovalPercent, noun) ?? `all ${noun}s`} would be removed`);
}

function describeDrift(automation: NoticedAutomation): ReviewWords {
  const { sheetName, targetColumnName, lastRunAdded, lastRunRemoved } = automation;
  const list = toListName(automation);
  const added = pluralize(lastRunAdded ?? 0, toListNoun(automation));
  return {
    short: `${shortenName(targetColumnName, 40)} was edited by hand`,
    text: `stopped before it wrote: somebody edited the ${list} ${shortenName(targetColumnName)} of ${shortenName(sheetName)} by hand. To put the list back, it would add ${added} and remove ${formatNumber(lastRunRemoved ?? 0)}. The ${list} stays as it is until you decide.`,
    why: `You want to be asked when the ${list} is edited by hand`,
    button: 'Put it back or keep it',
  };
}

function describeRows({ review, sourceSheetName, ...automation }: NoticedAutomation): ReviewWords {
  const rows = pluralize(countRows(review, 'sourceRows'), 'row');
  const source = shortenName(sourceSheetName ?? 'the source', 40);
  return {
    short: `${rows} of ${source} would be deleted`,
    text: `stopped before it wrote: options were deleted in the dropdown of ${shortenName(automation.sheetName)}, and in a two-way automation their rows go too, with everything in them. No row is deleted until you decide.`,
    why: 'Rows of the source are never deleted without you',
    button: `Review ${rows}`,
  };
}

function describeNewRows({ review, sourceSheetName, sheetName }: NoticedAutomation): ReviewWords {
  const rows = pluralize(countRows(review, 'newRows'), 'row');
  const name = sourceSheetName ?? 'the source';
  return {
    short: `${rows} would be added to ${shortenName(name, 40)}`,
    text: `stopped before it wrote: its columns are new to each other, and the dropdown of ${shortenName(sheetName)} has options that ${shortenName(name)} lacks. In a two-way automation they become rows. No row is added until you decide.`,
    why: 'Rows are not added to other columns without you',
    button: `Review ${rows}`,
  };
}

function describeRenames(automation: NoticedAutomation): ReviewWords {
  const { review, sourceSheetName, maxRenamedRows } = automation;
  const names = countRows(review, 'renamed');
  const cells = countRows(review, 'renamedRows');
  const source = shortenName(sourceSheetName ?? 'the source', 40);
  return {
    short: `${pluralize(names, 'name')} changed in ${source}`,
    text: 'stopped before it wrote. Nothing was changed.',
    figures: [
      {
        kind: 'facts',
        rows: [
          ['Names that changed', formatNumber(names)],
          ['Cells that would be renamed', formatNumber(cells)],
          ['You are asked above', pluralize(maxRenamedRows, 'row')],
          ...listFewerSheets(automation),
        ],
      },
    ],
    why: explainNames({ names, cells, maxRenamedRows }),
    button: `Review ${pluralize(names, 'name')}`,
  };
}

/** What would go besides, because the report reads fewer sheets: an approval stands for it as well. */
function listFewerSheets({ review, lastRunRemoved }: NoticedAutomation): [string, string][] {
  const { fewerSheets } = Object(review) as Partial<Review>;
  if (!fewerSheets) return [];
  return [
    [
      'Sheets that the report reads',
      `${formatNumber(fewerSheets.found)} instead of ${formatNumber(fewerSheets.before)}`,
    ],
    ['Options that would be removed', formatNumber(lastRunRemoved ?? 0)],
  ];
}

function explainNames(counts: { names: number; cells: number; maxRenamedRows: number }): string {
  if (counts.names > renamesWithoutReview) return `More than ${renamesWithoutReview} names changed at once`;
  if (counts.cells > counts.maxRenamedRows)
    return `More than ${pluralize(counts.maxRenamedRows, 'row')} would change`;
  return 'Two names became one, or you have kept the old ones before';
}

function countRows(
  review: NoticedAutomation['review'],
  which: 'sourceRows' | 'newRows' | 'renamed' | 'renamedRows',
): number {
  const isObject = typeof review === 'object' && review !== null && !Array.isArray(review);
  const rows = isObject ? review[which] : undefined;
  return typeof rows === 'number' ? rows : 0;
}
