import { parseOrUndefined, type ReadBody } from './body.ts';
import { createRowsSplitter } from './rows.splitter.ts';
import type { Row } from './rows.types.ts';
import { createRowReader } from './rows.wire.ts';

/**
 * Reads the answer of "Get Sheet", turning rows into `Row`s while they arrive; all other members stay as they
 * came. `hasReadableRows` says whether there was a list of rows, and nothing else in it. Undefined when it is no JSON.
 */
export const readSheetBody: ReadBody = async ({ body }) => {
  const rows: Row[] = [];
  let isReadable = true;
  const readRows = createRowReader({
    onUnreadable: () => {
      isReadable = false;
    },
  });
  let isJson = true;
  const splitter = createRowsSplitter({
    onRows: (json) => {
      const parsed = parseOrUndefined(json);
      isJson &&= parsed !== undefined;
      for (const row of readRows(parsed)) rows.push(row);
    },
  });
  for await (const piece of body) splitter.push(piece);
  const rest = parseOrUndefined(splitter.end());
  if (!isJson || typeof rest !== 'object' || rest === null) return undefined;
  // Usually empty: the splitter took the rows out.
  const left = 'rows' in rest ? readRows(rest.rows) : [];
  const hasReadableRows = isReadable && 'rows' in rest && Array.isArray(rest.rows);
  return { ...rest, rows: left.length > 0 ? [...left, ...rows] : rows, hasReadableRows };
};
