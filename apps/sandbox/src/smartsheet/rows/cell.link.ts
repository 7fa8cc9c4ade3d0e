import type { State } from '../../state/state.ts';
import { getAccess } from '../access.ts';
import { isObject, type Json, readId, readText } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Cell, Hyperlink, Id, Sheet } from '../model.ts';

/** What links are resolved against. */
export type LinkRules = {
  sheet: Sheet;
  accountId: Id;
  sheets: State['sheets'];
};

/** A hyperlink, and the text of a cell that names none: the address, or the name of the sheet. */
export type ParsedHyperlink = { hyperlink: Hyperlink; text: string };

/** Returns the hyperlink of a cell to an address, a sheet or a report, or undefined when it has none. */
export function parseHyperlink(cell: Json, rules: LinkRules): ParsedHyperlink | undefined {
  const { hyperlink } = cell;
  if (!isObject(hyperlink)) return undefined;
  if (isObject(cell.linkInFromCell)) throw apiError(1109);
  const url = readText(hyperlink, 'url');
  const sheetId = readId(hyperlink, 'sheetId');
  const reportId = readId(hyperlink, 'reportId');
  if (sheetId !== undefined && reportId !== undefined) throw apiError(1111);
  if (sheetId === undefined && reportId === undefined) {
    if (url === undefined) throw apiError(1117);
    return { hyperlink: { url }, text: url };
  }
  if (url !== undefined) throw apiError(1112);
  if (cell.value !== undefined && cell.value !== null && typeof cell.value !== 'string') throw apiError(1113);
  // The sandbox has no reports, so it takes the id on trust.
  if (sheetId === undefined) return { hyperlink: { reportId: reportId ?? 0 }, text: 'Report' };
  return { hyperlink: { sheetId }, text: visibleSheet(sheetId, rules).name };
}

/**
 * Returns the cell of a request that links it to a cell of another sheet, whose value it takes over, or null for one
 * that ends its link.
 */
export function parseCellLink(cell: Json, rules: LinkRules & { isNewRow: boolean }): Cell | null {
  const { linkInFromCell: link } = cell;
  const isBlank = cell.value === undefined || cell.value === null || cell.value === '';
  if (link === null) {
    if (!isBlank || 'objectValue' in cell) throw apiError(1115);
    return null;
  }
  if (rules.isNewRow) throw apiError(1032, 'cell.linkInFromCell');
  if (!isObject(link)) throw apiError(1012, 'cell.linkInFromCell');
  if (!isBlank || 'objectValue' in cell) throw apiError(1110);
  const [sheetId, rowId, columnId] = ['sheetId', 'rowId', 'columnId'].map((name) => {
    const id = readId(link, name);
    if (id === undefined) throw apiError(1012, `cell.linkInFromCell.${name}`);
    return id;
  }) as [Id, Id, Id];
  if (sheetId === rules.sheet.id) throw apiError(1116);
  const linked = visibleSheet(sheetId, rules);
  const row = linked.rows.find(({ id }) => id === rowId);
  if (!row) throw apiError(1006);
  if (!linked.columns.some(({ id }) => id === columnId)) throw apiError(1036, columnId);
  return {
    ...linkedContent(row.cells[columnId]),
    linkInFromCell: { sheetId, sheetName: linked.name, rowId, columnId, status: 'OK' },
  };
}

/** Returns what a linked cell takes over from the cell that it is linked to. */
export function linkedContent(from: Cell | undefined): Pick<Cell, 'value' | 'format'> {
  return { value: from?.value ?? null, ...(from?.format === undefined ? {} : { format: from.format }) };
}

function visibleSheet(id: Id, { sheets, accountId }: LinkRules): Sheet {
  const sheet = sheets.get(id);
  if (!sheet || getAccess(sheet, accountId) === null) throw apiError(1006);
  return sheet;
}
