import { SmartsheetError } from './errors.ts';
import type { Row } from './rows.types.ts';
import type { Sheet } from './sheets.types.ts';

type Page = { page: number; pageSize: number };

/** A sheet in more pieces than this is given up. */
const maxPages = 500;

/**
 * Returns a sheet with as many rows as it says it has. Smartsheet answers all rows at once unless it is asked for pages;
 * should it send a part, the rest is fetched page by page. Throws `incomplete` when the rows do not come to a whole.
 */
export async function readWholeSheet(load: (page?: Page) => Promise<Sheet>): Promise<Sheet> {
  const first = await load();
  const { totalRowCount, version } = first;
  const rows = new Map<string, Row>();
  addRows(rows, first);
  const pageSize = first.rows.length;
  for (let page = 2; rows.size < totalRowCount; page += 1) {
    if (pageSize === 0 || page > maxPages) throw incomplete(`${rows.size} of ${totalRowCount} rows`);
    const next = await load({ page, pageSize });
    // Rows that moved between two answers could be missing from both.
    if (next.version !== version) throw incomplete('the sheet changed between two pages');
    if (next.rows.length === 0) throw incomplete(`${rows.size} of ${totalRowCount} rows`);
    addRows(rows, next);
  }
  return { ...first, rows: [...rows.values()] };
}

function addRows(rows: Map<string, Row>, { rows: more, hasReadableRows }: Sheet): void {
  if (!hasReadableRows) throw incomplete('no list of rows, or something in it that is no row');
  for (const row of more) {
    if (rows.has(row.id)) throw incomplete('a row came twice');
    rows.set(row.id, row);
  }
}

function incomplete(detail: string): SmartsheetError {
  return new SmartsheetError({ class: 'retry', reason: 'incomplete', operation: 'sheets.get', detail });
}
