import { SmartsheetError } from './errors.ts';
import type { SmartsheetOperation } from './operations.ts';
import type { Row } from './rows.wire.ts';

export type RowPage = { page: number; pageSize: number };

/** An answer that holds rows: of all of them, or of a page. */
type RowsAnswer = { totalRowCount: number; rows: Row[]; hasReadableRows: boolean };

/** What comes in more pieces than this is given up. */
const maxPages = 500;

/**
 * Returns a sheet or a report with as many rows as it says it has: what the first answer lacks is fetched page by page.
 * Throws `incomplete` when the rows do not come to a whole.
 */
export async function readWhole<Answer extends RowsAnswer>(input: {
  load: (page?: RowPage) => Promise<Answer>;
  operation: SmartsheetOperation;
  /** Whether nothing has changed between two answers: rows that moved meanwhile could be missing from both. */
  isSame: (first: Answer, next: Answer) => boolean;
}): Promise<Answer> {
  const { load, operation, isSame } = input;
  const incomplete = (detail: string) =>
    new SmartsheetError({ class: 'retry', reason: 'incomplete', operation, detail });
  const rows = new Map<string, Row>();
  const add = ({ rows: more, hasReadableRows }: Answer) => {
    if (!hasReadableRows) throw incomplete('no list of rows, or something in it that is no row');
    for (const row of more) {
      if (rows.has(row.id)) throw incomplete('a row came twice');
      rows.set(row.id, row);
    }
  };
  const first = await load();
  const { totalRowCount } = first;
  add(first);
  const pageSize = first.rows.length;
  for (let page = 2; rows.size < totalRowCount; page += 1) {
    if (pageSize === 0 || page > maxPages) throw incomplete(`${rows.size} of ${totalRowCount} rows`);
    const next = await load({ page, pageSize });
    if (!isSame(first, next)) throw incomplete('it changed between two pages');
    if (next.rows.length === 0) throw incomplete(`${rows.size} of ${totalRowCount} rows`);
    add(next);
  }
  return { ...first, rows: [...rows.values()] };
}
