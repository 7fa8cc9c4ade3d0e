import {
  describeLeftOut,
  failureSentence,
  isolated,
  type ListNoun,
  pluralize,
  type RunWarning,
  runWarnings,
} from '@picksync/contracts/sync';
import type { Automation, WriteIntent } from '@picksync/db';
import type { RunResult } from './run-result.ts';

/** Returns what a run did, as its entry in the activity says it. Counts and names, never a value. */
export function writeDetails(automation: Automation, result: RunResult): string {
  const { targetColumnName = automation.targetColumnName, sheetName = automation.sheetName } = result.names;
  const isOver = automation.lastErrorReason === 'sheet_outage' ? 'Smartsheet answers again. ' : '';
  const place = `${isOver}${isolated(targetColumnName)} in ${isolated(sheetName)}`;
  switch (result.outcome) {
    case 'changed': {
      const damage = findDamage(result.warnings).map((warning) => ` ${runWarnings[warning]}`);
      const { sourceSheetName = automation.sourceSheetName } = result.names;
      const change = [
        describeChange(result, toNoun(result)),
        describeRowChange(result.rows, sourceSheetName),
      ].filter(Boolean);
      return `${choiceText(result)}${place}: ${change.join(', ')}.${describeCells(result.renamed)}${leftOutText(result)}${copyText(result)}${damage.join('')}`;
    }
    case 'unchanged':
      return automation.lastErrorReason === 'names_changed'
        ? `${place}: the names are back as they were, nothing had to be changed.`
        : `${place} is in step with its source, nothing had to be changed.`;
    case 'waiting_review':
    case 'failed':
      return writeReason(automation, result);
  }
}

/** Returns why a run wrote nothing; first of all, that what was approved is not what there is now. */
export function writeReason(
  automation: Automation,
  result: Extract<RunResult, { outcome: 'failed' | 'waiting_review' }>,
): string {
  const sentence = failureSentence(result.reason, result.figures);
  const outdatedBy = result.outcome === 'waiting_review' ? result.review.outdatedBy : null;
  if (outdatedBy === null) return sentence;
  const { sourceSheetName = automation.sourceSheetName, sheetName = automation.sheetName } = result.names;
  const names = {
    source: isolated(sourceSheetName ?? 'The source'),
    target: isolated(sheetName),
    either: 'A sheet',
  };
  return `Waits for your review: ${names[outdatedBy]} changed after you looked. ${sentence}`;
}

/** Returns what became of the copy of the list as it was; empty where none was to be kept. */
function copyText(result: RunResult & { outcome: 'changed' }): string {
  const { copyId, waits, added, removed, optionCount } = result;
  if (waits) return ` ${failureSentence(waits.reason, waits.figures)}`;
  return copyId ? ` A copy of ${pluralize(optionCount - added + removed, toNoun(result))} was kept.` : '';
}

/** Returns what the list of the target holds. */
function toNoun({ contacts }: Pick<RunResult, 'contacts'>): ListNoun {
  return contacts ? 'contact' : 'option';
}

/** Returns how many contacts of the source have no address, in a sentence; empty where all have one. */
function leftOutText({ contacts }: Pick<RunResult, 'contacts'>): string {
  const { withoutAddress = 0 } = contacts ?? {};
  return withoutAddress === 0 ? '' : ` ${describeLeftOut(withoutAddress)}`;
}

/** Returns what a person approved and a run did, in a sentence; empty for a run that needed no approval. */
function choiceText(result: RunResult & { outcome: 'changed' }): string {
  const { added, removed, rows, renamed, isAsChosen } = result;
  if (!isAsChosen) return '';
  if (rows && rows.deleted > 0) return `Deleted ${pluralize(rows.deleted, 'row')}, as you chose. `;
  if (rows && rows.added > 0) return `Added ${pluralize(rows.added, 'row')}, as you chose. `;
  if (renamed && renamed.options > 0)
    return `Renamed ${pluralize(renamed.options, 'option')}, as you chose. `;
  if (removed === 0) return 'Put the list back, as you chose. ';
  return `${added > 0 ? 'Replaced' : 'Removed'} ${pluralize(removed, toNoun(result))}, as you chose. `;
}

/** Returns the warnings about damage beside the list: such a run is not a plain success. */
export function findDamage(warnings: readonly RunWarning[]): RunWarning[] {
  return warnings.filter((warning) => warning === 'type_changed' || warning === 'validation_lost');
}

export function describeChange(
  change: Pick<WriteIntent, 'added' | 'removed'> & Pick<RunResult, 'rows' | 'renamed' | 'contacts'>,
  noun: ListNoun,
): string {
  const { added, removed, rows, renamed, contacts } = change;
  const renames = renamed?.options ?? 0;
  const newNames = contacts?.newNames ?? 0;
  if (added === 0 && removed === 0 && renames === 0 && newNames === 0) {
    return rows && rows.added + rows.deleted > 0 ? '' : `the ${noun}s were put in a new order`;
  }
  const parts = [
    renames > 0 && `${pluralize(renames, 'option')} renamed`,
    added > 0 && `${pluralize(added, noun)} added`,
    removed > 0 && `${pluralize(removed, noun)} removed`,
    newNames > 0 && `${pluralize(newNames, 'name')} changed`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns what became of cells with an old name, in a sentence; empty where no name changed. */
export function describeCells(renamed: RunResult['renamed']): string {
  if (renamed === undefined || renamed.options === 0) return '';
  const { cells, locked } = renamed;
  const keep = pluralize(locked, 'keeps the old name', 'keep the old name');
  return ` ${pluralize(cells, 'cell')} changed${locked > 0 ? `, ${keep}` : ''}.`;
}

function describeRowChange(rows: RunResult['rows'], sheetName: string | null): string {
  if (rows === undefined) return '';
  const { added, deleted } = rows;
  const where = sheetName === null ? 'the source' : isolated(sheetName);
  const parts = [
    added > 0 && `${pluralize(added, 'row')} added to ${where}`,
    deleted > 0 && `${pluralize(deleted, 'row')} deleted from ${where}`,
  ];
  return parts.filter(Boolean).join(', ');
}
