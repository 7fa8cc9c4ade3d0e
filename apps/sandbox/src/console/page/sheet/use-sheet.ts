import { useSuspenseQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call, type Method } from '../call.ts';
import type { CellValue, Column, Sheet } from '../contract.ts';
import { parsePlace } from '../places.tsx';
import { queryClient, readAfter, sheetQuery } from '../queries.ts';
import { attempt, showToast } from '../toasts.tsx';
import { describeChange, type OptionChange, optionChanges } from './difference.ts';

const highlightedMs = 12_000;

/** Options that were added or removed a moment ago, by column. */
export type OptionChanges = ReadonlyMap<string, OptionChange>;

/** Highlights changes of options for a while, and announces those that others have made. */
function useOptionChanges(sheet: Sheet, isOwn: RefObject<boolean>): OptionChanges {
  const [shown, setShown] = useState<OptionChanges>(new Map());
  const before = useRef(sheet);
  useEffect(() => {
    const changes = optionChanges(before.current.columns, sheet.columns);
    before.current = sheet;
    const wasOwn = isOwn.current;
    isOwn.current = false;
    if (changes.size === 0) return;
    setShown((earlier) => new Map([...earlier, ...changes]));
    // Not taken back with the next change: each of them has its time.
    setTimeout(
      () => setShown((all) => new Map([...all].filter(([id, change]) => changes.get(id) !== change))),
      highlightedMs,
    );
    if (wasOwn) return;
    const getTitle = (id: string) => sheet.columns.find((column) => column.id === id)?.title ?? '';
    showToast([...changes].map(([id, change]) => describeChange(getTitle(id), change)).join(' '));
  }, [sheet, isOwn]);
  return shown;
}

/** Returns a sheet, what has just changed in its dropdowns, and the writes to it. */
export function useSheet(id: string) {
  const { data: sheet } = useSuspenseQuery(sheetQuery(id));
  const isOwn = useRef(false);
  const changes = useOptionChanges(sheet, isOwn);
  const write: Write = (method, path, body) => {
    isOwn.current = true;
    const done = attempt(() => call(method, `/api/console/sheets/${id}${path}`, body)).then(
      async (worked) => {
        if (!worked) isOwn.current = false;
        await queryClient.invalidateQueries({ queryKey: ['sheets', id] });
        return worked;
      },
    );
    readAfter(done);
    return done;
  };
  return { sheet, changes, calls: sheetCalls(write) };
}

type Write = (method: Method, path: string, body?: unknown) => Promise<boolean>;

/** `contacts` are those of a contact column, as a person types them. */
export type ColumnChange = Partial<Column> & { contacts?: string[] };

export type SheetCalls = ReturnType<typeof sheetCalls>;

/** Returns the writes to a sheet. They follow Smartsheet's rules, are made as its owner, and return whether they worked. */
function sheetCalls(write: Write) {
  return {
    setCell: (rowId: string, columnId: string, value: CellValue) =>
      write('PUT', '/cells', { rowId, columnId, value }),
    addRow: () => write('POST', '/rows'),
    deleteRows: (rowIds: string[]) => write('DELETE', '/rows', { rowIds }),
    addColumn: (column: { title: string; type: string }) => write('POST', '/columns', column),
    changeColumn: (columnId: string, change: ColumnChange) => write('PATCH', `/columns/${columnId}`, change),
    deleteColumn: (columnId: string) => write('DELETE', `/columns/${columnId}`),
    /** `place` is the id of a place, empty for the owner's own sheets. */
    move: (place: string) => write('PUT', '/place', { place: parsePlace(place) }),
    copy: (name: string, place: string) => write('POST', '/copies', { name, place: parsePlace(place) }),
    changeAttachment: (id: string, text: string) => write('PUT', `/attachments/${id}`, { text }),
    deleteAttachment: (id: string) => write('DELETE', `/attachments/${id}`),
    rename: (name: string) => write('PATCH', '', { name }),
    /** `access` is empty for none. */
    share: (email: string, access: string) => write('PUT', '/shares', { email, access: access || null }),
  };
}
