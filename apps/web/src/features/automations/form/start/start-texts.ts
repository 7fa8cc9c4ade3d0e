import {
  isolated,
  type LikelyPair,
  type LikelyPairs,
  maxPairSheets,
  type PairProgress,
  pluralize,
  type Sheet,
} from '@picksync/contracts';
import { formatAgoWithin } from '../../../../ui/dates.ts';
import type { AutomationValues } from '../automation-form-values.ts';
import { describeAccess, lacksLicense } from '../sheet-options.ts';

/** Returns why two columns are offered, e.g. `5 of 7 options match`. */
export function pairText({ optionCount, matchingCount }: LikelyPair): string {
  if (optionCount === 0) return 'Same name, no options yet';
  return `${matchingCount} of ${pluralize(optionCount, 'option')} match`;
}

/** Returns the pairs that agree with what is chosen already. */
export function filterPairs(pairs: readonly LikelyPair[], values: AutomationValues): LikelyPair[] {
  const { sourceSheet, sourceColumn, targetSheet, targetColumn } = values;
  const isChosen = (choice: { id: string } | null, id: string) => choice === null || choice.id === id;
  return pairs.filter(
    ({ source, target }) =>
      isChosen(sourceSheet, source.sheetId) &&
      isChosen(sourceColumn, source.columnId) &&
      isChosen(targetSheet, target.sheetId) &&
      isChosen(targetColumn, target.columnId),
  );
}

/** Returns how far the search is. */
export function lookingText(progress: PairProgress): string {
  if (progress === null) return 'Looking through your sheets. You can choose by yourself meanwhile.';
  const { looked, wanted } = progress;
  return `${looked} of ${pluralize(wanted, 'sheet')} so far. You can choose by yourself meanwhile.`;
}

/** Returns what is said of the pairs. */
export function pairsNote({ sourceSheet, sourceColumn }: AutomationValues): string {
  return sourceSheet && sourceColumn
    ? 'The source is chosen. These match it best.'
    : 'Columns whose values match the options of a dropdown. Values are stored nowhere.';
}

/** Returns what the pairs are called: after the source, once that is chosen. */
export function pairsTitle({ sourceSheet, sourceColumn }: AutomationValues): string {
  if (!sourceSheet || !sourceColumn) return 'Likely pairs';
  return `Dropdowns like ${isolated(sourceSheet.name)} · ${isolated(sourceColumn.name)}`;
}

/** Returns how far a search went, where it did not see every sheet; null where it did. */
export function searchLimit({ looked, total, stoppedBy }: LikelyPairs): string | null {
  if (stoppedBy === 'smartsheet') return `Smartsheet asked for a pause after ${pluralize(looked, 'sheet')}.`;
  if (stoppedBy !== null) return `${looked} of ${pluralize(total, 'sheet')} were looked at.`;
  return total > maxPairSheets ? `Looked for in the ${maxPairSheets} sheets that were changed last.` : null;
}

/** Returns when a sheet was changed, and what keeps it from being filled: what may be done with it has its buttons. */
export function recentText(
  sheet: Sheet,
  { now, isLicensed }: { now: Date; isLicensed: boolean | undefined },
): string {
  const changed = `Changed ${formatAgoWithin(sheet.modifiedAt, now)}`;
  const isFull = sheet.writable && !lacksLicense(sheet, isLicensed);
  const access = isFull ? undefined : describeAccess(sheet, isLicensed);
  return access ? `${changed}. ${access}` : changed;
}
