import {
  type Column,
  type ColumnMatch,
  isContactType,
  isolated,
  pluralize,
  type Report,
  type Sheet,
  targetRefusals,
} from '@picksync/contracts';
import type { ComboboxOption } from '@picksync/ui/combobox-options.ts';
import { formatDay } from '../../../ui/dates.ts';

/** The user's access level in a sheet, in words. */
const accessWords: Record<string, string> = {
  OWNER: 'Yours',
  ADMIN: 'You are an admin',
  EDITOR_SHARE: 'You may edit and share it',
  EDITOR: 'You may edit it',
  COMMENTER: 'You may only read it',
  VIEWER: 'You may only read it',
};

/** Said of a choice that Smartsheet would refuse although its access level promises it. */
export const licenseWarnings = {
  destination:
    'You are an admin of this sheet without a Smartsheet license. Only its owner or a licensed admin may change the list of a column.',
  source:
    'Two-way adds new options to this dropdown too. You are an admin of this sheet without a Smartsheet license: only its owner or a licensed admin may change a dropdown column.',
};

/** Returns whether a license is missing to change a dropdown of a sheet. `isLicensed`: undefined where Smartsheet does not tell. */
export function lacksLicense({ accessLevel }: Sheet, isLicensed: boolean | undefined): boolean {
  return isLicensed === false && accessLevel === 'ADMIN';
}

/** Returns what the user may do with a sheet, in words; undefined for a level that is not known. */
export function describeAccess(sheet: Sheet, isLicensed: boolean | undefined): string | undefined {
  if (lacksLicense(sheet, isLicensed)) return 'Admin without a Smartsheet license';
  return accessWords[sheet.accessLevel];
}

/** Returns a sheet as a choice to read from. */
function toSourceSheet(sheet: Sheet): ComboboxOption {
  return toOption(sheet, describeAccess(sheet, undefined));
}

function toOption({ id, name, modifiedAt }: Sheet, access: string | undefined): ComboboxOption {
  const note = [access, modifiedAt && `changed ${formatDay(modifiedAt)}`].filter(Boolean).join(', ');
  return { value: id, label: name, note };
}

/** Returns a report as a choice to read from. */
function toSourceReport({ id, name, reason }: Report): ComboboxOption {
  return { value: id, label: name, group: 'Reports', disabledReason: reason ?? undefined };
}

/** Returns sheets and, below them, reports as choices to read from. */
export function toSources(sheets: readonly Sheet[], reports: readonly Report[]): ComboboxOption[] {
  const ofSheets = sheets.map(toSourceSheet);
  if (reports.length === 0) return ofSheets;
  return [...ofSheets.map((option) => ({ ...option, group: 'Sheets' })), ...reports.map(toSourceReport)];
}

/** Returns a column of a report as a choice to read from. */
export function toReportColumn(column: Column): ComboboxOption {
  return { ...toSourceColumn(column), disabledReason: column.reason ?? undefined };
}

/**
 * Returns what is different with a report: how much it reads, how often it is read, and as whom, because a report may show each person
 * their own rows.
 */
export function describeReport(sheetCount: number | null, account: string | null): string {
  const size = sheetCount === null ? 'A report' : `A report of ${pluralize(sheetCount, 'sheet')}`;
  const reader = account === null ? '' : `, as ${isolated(account)} sees it`;
  return `${size}, read with each check, every 15 minutes${reader}`;
}

/**
 * Returns the sheets as choices to fill. What needs a license that is missing stands behind what can be filled, and may
 * still be chosen: only Smartsheet decides.
 */
export function toDestinationSheets(
  sheets: readonly Sheet[],
  isLicensed: boolean | undefined,
): ComboboxOption[] {
  return sheets
    .toSorted((a, b) => Number(lacksLicense(a, isLicensed)) - Number(lacksLicense(b, isLicensed)))
    .map((sheet) => ({
      ...toOption(sheet, describeAccess(sheet, isLicensed)),
      disabledReason: sheet.writable ? undefined : targetRefusals.no_right,
    }));
}

/** Returns a column as a choice to read from. */
export function toSourceColumn(column: Column): ComboboxOption {
  const note = describeSourceColumn(column);
  return { value: column.id, label: column.title, ...(note && { note }) };
}

/**
 * Returns the columns as choices to fill, those that match the source best first. `ownId`: the column that the edited
 * automation fills already, so it is free for it. `matches`: of how many options the source has the values, where that is known.
 */
export function toTargetColumns(
  columns: readonly Column[],
  { ownId, matches = [] }: { ownId: string | undefined; matches?: readonly ColumnMatch[] | undefined },
): ComboboxOption[] {
  const counts = new Map(matches.map(({ columnId, matchingCount }) => [columnId, matchingCount]));
  return columns
    .toSorted((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0))
    .map((column) => toTargetColumn(column, { ownId, matching: counts.get(column.id) }));
}

function toTargetColumn(
  column: Column,
  { ownId, matching }: { ownId: string | undefined; matching: number | undefined },
): ComboboxOption {
  const free = column.selectable || (column.id === ownId && column.reason === targetRefusals.taken);
  const note = describeColumn(column, matching);
  return {
    value: column.id,
    label: column.title,
    ...(note && { note }),
    disabledReason: free ? undefined : (column.reason ?? 'This column cannot be filled'),
  };
}

const typeWords: Record<string, string> = {
  TEXT_NUMBER: 'Text',
  PICKLIST: 'Single select',
  MULTI_PICKLIST: 'Multi-select',
  CONTACT_LIST: 'Contacts',
  MULTI_CONTACT_LIST: 'Contacts, several in a cell',
  DATE: 'Date',
  CHECKBOX: 'Checkbox',
};

/** Returns the facts about a column, e.g. `Single select, 7 options, 5 match`. `matching`: how many of them the source has. */
export function describeColumn(column: Column | undefined, matching?: number): string | undefined {
  const words = column && typeWords[column.type];
  if (!words || !column.options) return words;
  const noun = isContactType(column.type) ? 'contact' : 'option';
  const options = `${words}, ${pluralize(column.options.length, noun)}`;
  if (matching === undefined || column.options.length === 0) return options;
  if (matching === 0) return `${options}, none match`;
  return `${options}, ${matching} match`;
}

/** Returns the facts about a column that is read. Contacts are read from its cells: its own list says nothing of them. */
export function describeSourceColumn(column: Column | undefined): string | undefined {
  return column && isContactType(column.type) ? typeWords[column.type] : describeColumn(column);
}
