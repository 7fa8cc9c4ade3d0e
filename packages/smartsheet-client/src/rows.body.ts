import { type ReadBody, readInBatches } from './body.ts';
import { createRowReader, type Row, type RowReaderOptions } from './rows.wire.ts';

/**
 * Returns what reads the answer of "Get Sheet" or "Get Report", turning rows into `Row`s while they arrive; all other members
 * stay as they came. `hasReadableRows` says whether there was a list of rows, and nothing else in it. Undefined when it is no
 * JSON.
 */
export function createRowsBody(options: Omit<RowReaderOptions, 'onUnreadable'> = {}): ReadBody {
  return async (reply) => {
    const rows: Row[] = [];
    let isReadable = true;
    const readRows = createRowReader({
      ...options,
      onUnreadable: () => {
        isReadable = false;
      },
    });
    const onItems = (items: unknown[]) => {
      for (const row of readRows(items)) rows.push(row);
    };
    const rest = await readInBatches(reply, { member: 'rows', onItems });
    if (!rest) return undefined;
    // Usually empty: the splitter took the rows out.
    const left = 'rows' in rest ? readRows(rest.rows) : [];
    const hasReadableRows = isReadable && 'rows' in rest && Array.isArray(rest.rows);
    return { ...rest, rows: left.length > 0 ? [...left, ...rows] : rows, hasReadableRows };
  };
}
