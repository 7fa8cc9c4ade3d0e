import { type Cell, type MultiContact, type Row, SmartsheetError } from '@picksync/smartsheet-client';
import { isFormulaError } from './formula-errors.ts';

/** The values of one column, in the order of the rows, as they would stand in a dropdown. */
export type ColumnValues = {
  /** Normalised, never blank, never a formula error; repeats are still in it. */
  values: string[];
  /** Cells left out because they show a formula error. */
  formulaErrors: number;
  /** Rows that say nothing in this column. */
  blanks: number;
  /** Some cells are computed or linked: they can change without the sheet's version moving. */
  volatile: boolean;
};

/** Returns one spelling for texts that look the same: NFC, trimmed, inner whitespace collapsed to one space. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Returns whether a text is empty or only has control, format (zero-width) and separator characters. */
export function isBlank(text: string): boolean {
  return /^[\p{Cc}\p{Cf}\p{Z}]*$/u.test(text);
}

/**
 * Returns what a cell says, before normalising: several texts for multi-select and multi-contact cells, else one or
 * none. Read with `level=2` and `include=objectValue`, without which those cells are one joined text that cannot be
 * split safely. Checkboxes say `true` or `false`, dates their ISO form: Smartsheet sends no display value for these.
 * Numbers say what is shown, with their currency or percent sign. Throws `incomplete` for a cell of unknown shape:
 * leaving it out would take its option away.
 */
export function cellTexts({ objectValue, displayValue, value }: Cell): string[] {
  if (objectValue?.objectType === 'UNKNOWN') {
    const detail = 'a cell of unknown shape';
    throw new SmartsheetError({ class: 'retry', reason: 'incomplete', operation: 'sheets.get', detail });
  }
  if (objectValue?.objectType === 'MULTI_PICKLIST') return objectValue.values;
  if (objectValue?.objectType === 'MULTI_CONTACT') return objectValue.values.flatMap(contactTexts);
  const text = displayValue ?? value;
  return text === null ? [] : [String(text)];
}

function contactTexts({ name, email }: MultiContact): string[] {
  const text = name !== null && !isBlank(name) ? name : email;
  return text === null ? [] : [text];
}

/** Collects one column from the rows of a sheet. */
export function columnValues({ rows, columnId }: { rows: readonly Row[]; columnId: string }): ColumnValues {
  const collected: ColumnValues = { values: [], formulaErrors: 0, blanks: 0, volatile: false };
  for (const row of rows) {
    // By id, never by position: empty cells are left out of the answer.
    const cell = row.cells.find((candidate) => candidate.columnId === columnId);
    if (cell?.hasFormula || cell?.isLinked) collected.volatile = true;
    const texts = cell ? cellTexts(cell).map(normaliseText) : [];
    const said = texts.filter((text) => !isBlank(text));
    if (said.length === 0) collected.blanks += 1;
    for (const text of said) {
      if (isFormulaError(text)) collected.formulaErrors += 1;
      else collected.values.push(text);
    }
  }
  return collected;
}
