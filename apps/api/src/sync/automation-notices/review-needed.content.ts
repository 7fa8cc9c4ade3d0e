import { counted, type MailBlock, shortenName } from '../../mail/content.ts';
import { listPlaces, toPageUrl } from './automation.content.ts';
import type { NoticedAutomation } from './noticed.store.ts';

/** The words of a mail about one review. Counts, and names of sheets and columns; never an option. */
export type ReviewWords = {
  /** In a few words, also for a list of several. */
  short: string;
  /** What happened, in a sentence after the name of the automation. */
  text: string;
  figures: MailBlock[];
  why: string;
  button: string;
};

/** Returns the words for a review, by the reason why the sync stopped. */
export function describeReview(automation: NoticedAutomation): ReviewWords {
  switch (automation.lastErrorReason) {
    case 'drift_found':
      return describeDrift(automation);
    case 'rows_would_go':
      return describeRows(automation);
    case 'rows_would_come':
      return describeNewRows(automation);
    default:
      return describeRemovals(automation);
  }
}

/** Returns where the sync reads and writes, and why it stopped. */
export function listFacts(automation: NoticedAutomation, { why }: ReviewWords): MailBlock {
  return { kind: 'facts', rows: [...listPlaces(automation), ['Why it stopped', why]] };
}

/** Returns the button to the page of a review. */
export function buttonTo(automation: NoticedAutomation, { button }: ReviewWords, origin: string): MailBlock {
  return { kind: 'button', label: button, url: toPageUrl(origin, automation.id, 'review') };
}

function describeRemovals(automation: NoticedAutomation): ReviewWords {
  const go = automation.lastRunRemoved ?? 0;
  const come = automation.lastRunAdded ?? 0;
  const all = Math.max(automation.lastRunOptionCount ?? 0, go);
  return {
    short: `${go} of ${counted(all, 'option')} would go`,
    text: `stopped before it wrote. The dropdown keeps ${all === 1 ? 'its option' : `all ${all}`} until you decide.`,
    figures: [{ kind: 'cut', stay: all - go, go, come }],
    why: explainRemoval(automation),
    button: `Review ${counted(go, 'removal')}`,
  };
}

function explainRemoval({ lastErrorReason, maxRemovalPercent }: NoticedAutomation): string {
  if (lastErrorReason === 'source_empty') return 'The source column has no values';
  if (lastErrorReason === 'nothing_passes') return 'No row of the source passes the filters';
  return `More than ${maxRemovalPercent === 0 ? '5 options' : `${maxRemovalPercent} %`} would be removed`;
}

function describeDrift({ sheetName, targetColumnName, ...automation }: NoticedAutomation): ReviewWords {
  const { lastRunAdded, lastRunRemoved } = automation;
  const change = [`add ${counted(lastRunAdded ?? 0, 'option')}`, `remove ${lastRunRemoved ?? 0}`].join(
    ' and ',
  );
  return {
    short: `${shortenName(targetColumnName, 40)} was edited by hand`,
    text: `stopped before it wrote: somebody edited the dropdown ${shortenName(targetColumnName)} of ${shortenName(sheetName)} by hand. To put the list back, it would ${change}. The dropdown stays as it is until you decide.`,
    figures: [],
    why: 'You want to be asked when the dropdown is edited by hand',
    button: 'Put it back or keep it',
  };
}

function describeRows({ review, sourceSheetName, ...automation }: NoticedAutomation): ReviewWords {
  const rows = counted(countRows(review, 'sourceRows'), 'row');
  const source = sourceSheetName ? shortenName(sourceSheetName) : 'the source';
  return {
    short: `${rows} of ${shortenName(source, 40)} would be deleted`,
    text: `stopped before it wrote: options were deleted in the dropdown of ${shortenName(automation.sheetName)}, and in a two-way automation their rows go too, with everything in them. No row is deleted until you decide.`,
    figures: [],
    why: 'Rows of the source are never deleted without you',
    button: `Review ${rows}`,
  };
}

function describeNewRows({ review, sourceSheetName, sheetName }: NoticedAutomation): ReviewWords {
  const rows = counted(countRows(review, 'newRows'), 'row');
  const source = sourceSheetName ? shortenName(sourceSheetName) : 'the source';
  return {
    short: `${rows} would be added to ${shortenName(source, 40)}`,
    text: `stopped before it wrote: its columns are new to each other, and the dropdown of ${shortenName(sheetName)} has options that ${source} lacks. In a two-way automation they become rows. No row is added until you decide.`,
    figures: [],
    why: 'Rows are not added to other columns without you',
    button: `Review ${rows}`,
  };
}

function countRows(review: NoticedAutomation['review'], which: 'sourceRows' | 'newRows'): number {
  const isObject = typeof review === 'object' && review !== null && !Array.isArray(review);
  const rows = isObject ? review[which] : undefined;
  return typeof rows === 'number' ? rows : 0;
}
