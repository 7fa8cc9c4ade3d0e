import type { AutomationSettings } from '@picksync/contracts';
import type { Cell, CellWrite, Column, Row } from '@picksync/smartsheet-client';
import { saidTexts } from './cell-texts.ts';
import type { RefusedRows } from './source-names.ts';
import { spellingKey } from './spelling.ts';

/** Names and what they become. They are texts: never store or log them. */
type Names = {
  from: string;
  to: string;
  /** The only rows whose cells are renamed. */
  onlyRows?: readonly string[] | undefined;
  /** Rows whose cells Smartsheet has refused not long ago. */
  refused?: RefusedRows | undefined;
};

/** The cells of a dropdown that use names which become others. */
export type RenamedCells = {
  /** What is to be written, by row. */
  writes: { id: string; cells: CellWrite[] }[];
  /** Cells with an old name, and those of them that keep it: they are locked, hold a formula or a link, or would be refused. */
  cells: number;
  locked: number;
  /** Which rows use each old name, by its option, and how many of them keep it. */
  byOption: Map<string, { rows: number; locked: number; rowIds: string[] }>;
};

/** Returns what has to be written so that the cells of a column have the new names. In a cell of several only these names change. */
export function findRenamedCells(input: {
  rows: readonly Row[];
  column: Pick<Column, 'id' | 'type' | 'hasColumnFormula' | 'validation' | 'options'>;
  renames: readonly Names[];
  settings: Pick<AutomationSettings, 'ignoreCase'>;
}): RenamedCells {
  const { rows, column, renames, settings } = input;
  const toKey = (text: string) => spellingKey(text, settings);
  const all = renames.map(({ onlyRows, refused, ...names }) => ({
    ...names,
    onlyRows: onlyRows && new Set(onlyRows),
    refused: new Set(refused?.rows),
  }));
  const ofKey = new Map(all.map((rename) => [toKey(rename.from), rename]));
  const byOption: RenamedCells['byOption'] = new Map(
    all.map(({ from }) => [from, { rows: 0, locked: 0, rowIds: [] }]),
  );
  const found: RenamedCells = { writes: [], cells: 0, locked: 0, byOption };
  const options = new Set([...(column.options ?? []), ...renames.map(({ to }) => to)]);
  for (const row of rows) {
    const cell = row.cells.find(({ columnId }) => columnId === column.id);
    const used = [...new Set(saidTexts(cell).map(toKey))]
      .flatMap((key) => ofKey.get(key) ?? [])
      .filter(({ onlyRows }) => onlyRows?.has(row.id) ?? true);
    if (cell === undefined || used.length === 0) continue;
    const byKey = new Map(used.map((rename) => [toKey(rename.from), rename]));
    const isRefused = used.some(({ refused }) => refused.has(row.id));
    const write =
      isRefused || isLeft(row, cell, column) ? null : writeNames(cell, { column, options, byKey, toKey });
    found.cells += 1;
    if (write === null) found.locked += 1;
    else found.writes.push({ id: row.id, cells: [write] });
    for (const { from } of used) {
      const counts = byOption.get(from);
      if (counts === undefined) continue;
      counts.rows += 1;
      counts.rowIds.push(row.id);
      if (write === null) counts.locked += 1;
    }
  }
  return found;
}

/** Returns whether a cell is left as it is: somebody has locked it, or its value comes from elsewhere. */
function isLeft(row: Row, cell: Cell, { hasColumnFormula }: Pick<Column, 'hasColumnFormula'>): boolean {
  return row.locked || cell.hasFormula || cell.isLinked || hasColumnFormula;
}

/** Returns a cell with the new names; null where Smartsheet would refuse the other texts in it. */
function writeNames(
  cell: Cell,
  {
    column,
    options,
    byKey,
    toKey,
  }: {
    column: Pick<Column, 'id' | 'type' | 'validation'>;
    options: ReadonlySet<string>;
    byKey: ReadonlyMap<string, Pick<Names, 'to'>>;
    toKey: (text: string) => string;
  },
): CellWrite | null {
  const { objectValue } = cell;
  const texts = objectValue?.objectType === 'MULTI_PICKLIST' ? objectValue.values : saidTexts(cell);
  const values = [...new Set(texts.map((text) => byKey.get(toKey(text))?.to ?? text))];
  const columnId = column.id;
  const [value = ''] = values;
  // A strict cell takes options alone, and without it Smartsheet makes numbers and dates of some texts.
  if (column.type !== 'MULTI_PICKLIST') return { columnId, value, strict: true };
  if (values.every((text) => options.has(text))) return { columnId, values, strict: true };
  return column.validation === true ? null : { columnId, values, strict: false };
}
