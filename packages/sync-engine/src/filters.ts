import type { FilterRule, Filters } from '@picksync/contracts';
import type { Cell, Row } from '@picksync/smartsheet-client';
import { foldCase, normaliseText, saidTexts } from './cell-texts.ts';

/**
 * Returns a function that checks whether a row passes the filters; without filters every row does. A cell with several
 * values passes when one of them does.
 */
export function createRowFilter(filters: Filters | null): (row: Row) => boolean {
  if (filters === null) return () => true;
  const rules = filters.rules.map(({ columnId, ...rule }) => ({ columnId, holds: createCondition(rule) }));
  // By id, never by position: empty cells are left out of the answer.
  const holdsIn = (row: Row) => (rule: (typeof rules)[number]) =>
    rule.holds(row.cells.find(({ columnId }) => columnId === rule.columnId));
  return filters.match === 'all' ? (row) => rules.every(holdsIn(row)) : (row) => rules.some(holdsIn(row));
}

type Condition = (cell: Cell | undefined) => boolean;

function createCondition({ operator, value }: Pick<FilterRule, 'operator' | 'value'>): Condition {
  const wanted = normaliseText(value ?? '');
  switch (operator) {
    case 'equals':
      return isEqualTo(wanted);
    case 'not_equals': {
      const isEqual = isEqualTo(wanted);
      return (cell) => !isEqual(cell);
    }
    case 'contains': {
      const part = foldCase(wanted);
      return (cell) => getTexts(cell).some((text) => foldCase(text).includes(part));
    }
    case 'is_blank':
      return (cell) => saidTexts(cell).length === 0;
    case 'is_not_blank':
      return (cell) => saidTexts(cell).length > 0;
    case 'is_checked':
      return (cell) => cell?.value === true;
    case 'greater':
      return isNumberThat((found) => found > Number(wanted));
    case 'less':
      return isNumberThat((found) => found < Number(wanted));
    case 'before':
      return isDayThat((found) => found < wanted);
    case 'after':
      return isDayThat((found) => found > wanted);
  }
}

/** A number is equal by its value as well as by what is shown of it: `3303` finds `R3,303.00`. */
function isEqualTo(wanted: string): Condition {
  const text = foldCase(wanted);
  const number = wanted === '' ? Number.NaN : Number(wanted);
  return (cell) => cell?.value === number || getTexts(cell).some((found) => foldCase(found) === text);
}

/** Returns what a cell shows, and the value behind it where it differs, such as a contact's address. */
function getTexts(cell: Cell | undefined): string[] {
  const shown = saidTexts(cell);
  if (cell === undefined) return shown;
  if (cell.objectValue?.objectType === 'MULTI_CONTACT') {
    return [...shown, ...cell.objectValue.values.flatMap(({ email }) => email ?? [])];
  }
  return cell.objectValue === null && cell.value !== null ? [...shown, String(cell.value)] : shown;
}

function isNumberThat(compares: (found: number) => boolean): Condition {
  return (cell) => {
    const number = toNumber(cell);
    return number !== null && compares(number);
  };
}

/** Numbers compare by the cell's value, not by what is shown of it; a text counts where it is nothing but a number. */
function toNumber(cell: Cell | undefined): number | null {
  const value = cell?.value ?? null;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Days compare as they are written in ISO; of a moment its day counts. */
function isDayThat(compares: (found: string) => boolean): Condition {
  return (cell) => {
    const day = typeof cell?.value === 'string' ? /^\d{4}-\d{2}-\d{2}(?![\d-])/.exec(cell.value) : null;
    return day !== null && compares(day[0]);
  };
}
