import type { Account, Row, Sheet } from '../model.ts';
import { formatDisplayValue } from '../sheets/display-value.ts';
import { findSheetColumn } from './find-sheet-column.ts';
import type { ReportCriterion, ReportFilters, ReportFilterValue } from './report.model.ts';

type FilterContext = { sheet: Sheet; account: Account };

/** Returns whether a row of this sheet passes the filters of a report, as this account reads it. */
export function createReportFilter(
  filters: ReportFilters | undefined,
  context: FilterContext,
): (row: Row) => boolean {
  if (!filters) return () => true;
  const tests = [
    ...(filters.criteria ?? []).map((criterion) => createCondition(criterion, context)),
    ...(filters.nestedCriteria ?? []).map((nested) => createReportFilter(nested, context)),
  ];
  return filters.operator === 'AND'
    ? (row) => tests.every((passes) => passes(row))
    : (row) => tests.some((passes) => passes(row));
}

function createCondition(
  criterion: ReportCriterion,
  { sheet, account }: FilterContext,
): (row: Row) => boolean {
  const column = findSheetColumn(sheet, criterion.column);
  const wanted = criterion.values.map((value) => toText(value, account).toLowerCase());
  const toTexts = (row: Row): string[] => {
    if (criterion.column.sheetNameColumn) return [sheet.name.toLowerCase()];
    const value = column && row.cells[column.id]?.value;
    if (value === undefined || value === null) return [];
    if (typeof value !== 'object') return [formatDisplayValue(value).toLowerCase()];
    if (value.objectType === 'MULTI_PICKLIST') return value.values.map((text) => text.toLowerCase());
    const contacts = value.objectType === 'CONTACT' ? [value] : value.values;
    return contacts
      .flatMap(({ name, email }) => [name ?? [], email ?? []].flat())
      .map((text) => text.toLowerCase());
  };
  return (row) => holds(criterion.operator, { texts: toTexts(row), wanted });
}

function toText(value: ReportFilterValue, account: Account): string {
  if (typeof value !== 'object') return String(value);
  return value.objectType === 'CURRENT_USER' ? account.email : (value.value ?? '');
}

function holds(
  operator: ReportCriterion['operator'],
  { texts, wanted }: { texts: string[]; wanted: string[] },
): boolean {
  const [first = ''] = wanted;
  const [text = ''] = texts;
  const isOneOf = texts.some((one) => wanted.includes(one));
  const contains = texts.some((one) => one.includes(first));
  switch (operator) {
    case 'EQUAL':
    case 'IS_ONE_OF':
    case 'HAS_ANY_OF':
      return isOneOf;
    case 'NOT_EQUAL':
    case 'IS_NOT_ONE_OF':
    case 'HAS_NONE_OF':
      return !isOneOf;
    case 'CONTAINS':
      return contains;
    case 'DOES_NOT_CONTAIN':
      return !contains;
    case 'GREATER_THAN':
      return texts.length > 0 && compare(text, first) > 0;
    case 'LESS_THAN':
      return texts.length > 0 && compare(text, first) < 0;
    case 'IS_BLANK':
      return texts.length === 0;
    case 'IS_NOT_BLANK':
      return texts.length > 0;
    case 'IS_CHECKED':
      return text === 'true';
    case 'IS_UNCHECKED':
      return text !== 'true';
  }
}

/** Numbers by size, ISO dates and texts by their characters. */
function compare(one: string, other: string): number {
  const difference = Number(one) - Number(other);
  if (!Number.isNaN(difference)) return difference;
  return one < other ? -1 : one > other ? 1 : 0;
}
