import { type AutomationSettings, maxNamesInCells } from '@picksync/contracts/sync';
import type { Cell, Column, Row } from '@picksync/smartsheet-client';
import { composeText, isBlank, normaliseText, saidTexts } from './cell-texts.ts';
import type { OptionIdentity } from './contacts.ts';
import { createRowFilter } from './filters.ts';
import { isFormulaError } from './formula-errors.ts';
import { createLabel } from './label.ts';
import { createRowContacts, type RowTexts } from './source-contacts.ts';
import type { RowNames } from './source-names.ts';

/** What the settings make of a source, in the order of its rows. It holds cell texts: never store or log them. */
export type SourceValues = {
  /** Normalised, never blank, never a formula error; repeats are still in it. */
  values: string[];
  /** Cells left out because they show a formula error. */
  formulaErrors: number;
  /** Contacts left out because they have no address. */
  withoutAddress: number;
  /** Rows that are blank in the source column. */
  blanks: number;
  /** Values that occur only in rows which the filters leave out, each once. */
  filteredOut: string[];
  /** Rows of the sheet, those that the filters let through, and those of them that give a value. */
  rows: { total: number; matching: number; valued: number };
};

type ValueSettings = Pick<AutomationSettings, 'filters' | 'splitValues' | 'labelTemplate' | 'addressColumn'>;

type SourceInput = {
  rows: readonly Row[];
  column: Pick<Column, 'id' | 'type'>;
  settings: ValueSettings;
  /** What the list takes. For contacts the values are texts such as `Ann Lee <ann@b.example>`. */
  identity?: OptionIdentity;
};

/** Returns the values of one automation from the rows that it shares with others. */
export function sourceValues(input: SourceInput): SourceValues {
  const { rows, settings } = input;
  const passes = createRowFilter(settings.filters);
  const toTexts = createReader(input);
  const leftOut = createCollector();
  const found = createCollector();
  const counts = { formulaErrors: 0, withoutAddress: 0, blanks: 0 };
  let [matching, valued] = [0, 0];
  for (const row of rows) {
    const { texts, errors, withoutAddress } = toTexts(row);
    if (!passes(row)) {
      leftOut.add(texts);
      continue;
    }
    matching += 1;
    if (texts.length > 0) valued += 1;
    found.add(texts);
    counts.formulaErrors += errors;
    counts.withoutAddress += withoutAddress;
    if (texts.length + errors + withoutAddress === 0) counts.blanks += 1;
  }
  const filteredOut = [...leftOut.known].filter((text) => !found.known.has(text));
  return { values: found.values, ...counts, filteredOut, rows: { total: rows.length, matching, valued } };
}

/** Returns the names of each row that passes the filters and has one; null where there are more than can be followed. */
export function rowNames(input: SourceInput): RowNames | null {
  const { rows, settings } = input;
  const passes = createRowFilter(settings.filters);
  const toTexts = createReader(input);
  const found = new Map<string, readonly string[]>();
  let names = 0;
  for (const row of rows) {
    const { texts } = toTexts(row);
    if (texts.length === 0 || !passes(row)) continue;
    names += texts.length;
    if (names > maxNamesInCells) return null;
    found.set(row.id, texts);
  }
  return found;
}

/** Returns the number of the first row with each of these values, among the rows that pass the filters. */
export function findFirstRows(wanted: ReadonlySet<string>, input: SourceInput): Map<string, number> {
  const { rows, settings } = input;
  const passes = createRowFilter(settings.filters);
  const toTexts = createReader(input);
  const found = new Map<string, number>();
  for (const row of rows) {
    if (found.size === wanted.size) break;
    if (!passes(row)) continue;
    for (const text of toTexts(row).texts) {
      if (wanted.has(text) && !found.has(text)) found.set(text, row.rowNumber);
    }
  }
  return found;
}

/** More than any sheet holds, unless splitting or a label multiplies it, and far more than fits into a dropdown. */
const most = { values: 200_000, size: 100_000_000 };
const eachSize = 50;

/**
 * Collects texts within limits of memory and of time: above `most.values` repeats are left out, and new texts above as many, or above
 * `most.size`. All that is planned with millions of them takes half a minute, in which nobody else gets a turn.
 */
function createCollector() {
  const values: string[] = [];
  const known = new Set<string>();
  let size = 0;
  const isLeftOut = (text: string) =>
    known.has(text) ? values.length >= most.values : known.size >= most.values || size > most.size;
  const add = (texts: readonly string[]) => {
    for (const text of texts) {
      if (isLeftOut(text)) continue;
      values.push(text);
      if (!known.has(text)) size += text.length + eachSize;
      known.add(text);
    }
  };
  return { values, known, add };
}

const nothing = { texts: [], errors: 0, withoutAddress: 0 };

function createReader({ identity, ...source }: SourceInput): RowTexts {
  return identity === 'address' ? createRowContacts(source) : createRowTexts(source);
}

function createRowTexts(input: { column: Pick<Column, 'id' | 'type'>; settings: ValueSettings }): RowTexts {
  const { column, settings } = input;
  const split = createSplit(column, settings.splitValues);
  const own: RowTexts = (row) => withoutErrors(split(findCell(row, column.id)));
  return settings.labelTemplate === null ? own : createRowLabels(settings.labelTemplate, { column, own });
}

/** A row without a value in the source column makes no label; nor does one of which a part cannot be worked out. */
function createRowLabels(
  { template, columns }: NonNullable<AutomationSettings['labelTemplate']>,
  { column, own }: { column: Pick<Column, 'id'>; own: RowTexts },
): RowTexts {
  const label = createLabel(template);
  return (row) => {
    const { texts, errors } = own(row);
    if (texts.length === 0) return { texts, errors, withoutAddress: 0 };
    const parts = columns.map(({ columnId }) =>
      columnId === column.id ? null : saidTexts(findCell(row, columnId)),
    );
    if (parts.some((part) => part?.some(isFormulaError)))
      return { texts: [], errors: errors + 1, withoutAddress: 0 };
    const labels = texts.map((text) => label(parts.map((part) => part?.join(', ') ?? text)));
    const values = labels.map(normaliseText).filter((text) => !isBlank(text));
    return { texts: values, errors, withoutAddress: 0 };
  };
}

/** By id, never by position: empty cells are left out of the answer. */
function findCell(row: Row, columnId: string): Cell | undefined {
  return row.cells.find((cell) => cell.columnId === columnId);
}

function withoutErrors(texts: string[]): ReturnType<RowTexts> {
  if (texts.length === 0) return nothing;
  const values = texts.filter((text) => !isFormulaError(text));
  return { texts: values, errors: texts.length - values.length, withoutAddress: 0 };
}

/** Names and dates are one value each, whatever characters are in them; so are numbers with their thousands. */
function createSplit({ type }: Pick<Column, 'type'>, separator: string | null) {
  const isText = type === 'TEXT_NUMBER' || type === 'PICKLIST';
  return (cell: Cell | undefined): string[] => {
    const texts = saidTexts(cell);
    const isWhole = separator === null || !isText || texts.some(isFormulaError);
    if (isWhole || typeof cell?.value !== 'string') return texts;
    // Split before white space is collapsed: a separator may be a line break.
    const parts = composeText(cell.value).split(composeText(separator));
    return parts.map(normaliseText).filter((text) => !isBlank(text));
  };
}
