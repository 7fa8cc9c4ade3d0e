import type { TargetRefusal } from '@picksync/contracts';
import type { AccessLevel, Column } from '@picksync/smartsheet-client';
import { foldCase, normaliseText } from './cell-texts.ts';
import { assessTarget, hasList, isDropdown } from './target.ts';

/** What a rule needs of a sheet, read with `level=2`. */
export type RuleSheet = { accessLevel: AccessLevel; columns: readonly Column[] };

/** The column that a rule fills in a sheet, or why there is none. */
export type ColumnMatch =
  | { kind: 'fits'; column: Column }
  | { kind: 'choose'; columns: readonly Column[] }
  | { kind: 'refused'; column: Column; reason: TargetRefusal }
  | { kind: 'no_column' };

/**
 * Returns the column of a sheet that has the title of a rule. A column that a person chose comes first, then the exact
 * title, then the only dropdown with the title in other capital letters; several of those wait for a choice. A contact column is
 * taken where no dropdown has the title.
 */
export function matchColumn(
  sheet: RuleSheet,
  { columnTitle, chosenColumnId }: { columnTitle: string; chosenColumnId: string | null },
): ColumnMatch {
  const { columns } = sheet;
  const chosen = columns.find(({ id }) => id === chosenColumnId);
  const exact = columns.filter(({ title }) => title.trim() === columnTitle.trim());
  if (chosen) return assess(sheet, chosen);
  if (exact.length > 0) return pick(sheet, exact);
  return pick(
    sheet,
    columns.filter(({ title }) => toTitleKey(title) === toTitleKey(columnTitle)),
  );
}

/** Returns the dropdowns and contact columns of a sheet that could be filled. */
export function findFillable(sheet: RuleSheet): Column[] {
  return sheet.columns.filter((column) => hasList(column) && assessTarget({ column, sheet }).writable);
}

/** Returns what is the same for titles of columns that differ in capital letters and spaces only. */
export function toTitleKey(title: string): string {
  return foldCase(normaliseText(title));
}

function pick(sheet: RuleSheet, found: readonly Column[]): ColumnMatch {
  const dropdowns = found.filter(isDropdown);
  const lists = dropdowns.length > 0 ? dropdowns : found.filter(hasList);
  if (lists.length > 1) return { kind: 'choose', columns: lists };
  const column = lists[0] ?? found[0];
  return column ? assess(sheet, column) : { kind: 'no_column' };
}

function assess(sheet: RuleSheet, column: Column): ColumnMatch {
  if (!hasList(column) && !column.systemColumnType)
    return { kind: 'refused', column, reason: 'not_dropdown' };
  const { reason } = assessTarget({ column, sheet });
  return reason === null ? { kind: 'fits', column } : { kind: 'refused', column, reason };
}
