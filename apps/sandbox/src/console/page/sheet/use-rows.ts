import { useQueries } from '@tanstack/react-query';
import { type UIEvent, useMemo, useState } from 'react';
import type { Row, Sheet } from '../contract.ts';
import { rowsPerPage, rowsQuery } from '../queries.ts';

export const rowHeight = 36;

/** Stands in the place of a row until it is loaded. */
function waitingRow(index: number): Row {
  return { id: `waiting-${index}`, number: index + 1, depth: 0, parent: false, cells: {} };
}

export function isWaiting(row: Row): boolean {
  return row.id.startsWith('waiting-');
}

function pageAt(y: number): number {
  return Math.floor(y / (rowHeight * rowsPerPage));
}

/** Returns the rows of a sheet, of which those in sight are loaded, in pages. */
export function useRows({ id, rows: total }: Sheet) {
  const [{ first, last }, setPages] = useState({ first: 0, last: 0 });
  const pages = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const loaded = useQueries({
    queries: pages.map((page) => rowsQuery(id, page)),
    combine: (results) => results.map(({ data }) => data),
  });
  const rows = useMemo(
    () =>
      Array.from({ length: total }, (_, index) => {
        const page = Math.floor(index / rowsPerPage);
        return loaded[page - first]?.[index % rowsPerPage] ?? waitingRow(index);
      }),
    [total, loaded, first],
  );
  const onScroll = ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    const next = { first: pageAt(scrollTop), last: pageAt(scrollTop + clientHeight) };
    if (next.first !== first || next.last !== last) setPages(next);
  };
  return { rows, onScroll };
}
