import { call } from '../call.ts';
import type { CellValue, Column } from '../contract.ts';

/** Returns the writes to one sheet. They follow Smartsheet's rules and are made as the sheet's owner. */
export function sheetCalls(id: string) {
  const path = `/api/console/sheets/${id}`;
  return {
    setCell: (rowId: string, columnId: string, value: CellValue) =>
      call('PUT', `${path}/cells`, { rowId, columnId, value }),
    addRow: () => call('POST', `${path}/rows`),
    deleteRows: (rowIds: string[]) => call('DELETE', `${path}/rows`, { rowIds }),
    addColumn: (column: { title: string; type: string }) => call('POST', `${path}/columns`, column),
    changeColumn: (columnId: string, change: Partial<Column>) =>
      call('PATCH', `${path}/columns/${columnId}`, change),
    deleteColumn: (columnId: string) => call('DELETE', `${path}/columns/${columnId}`),
    rename: (name: string) => call('PATCH', path, { name }),
    remove: () => call('DELETE', path),
    /** `access` is empty for none. */
    share: (email: string, access: string) =>
      call('PUT', `${path}/shares`, { email, access: access || null }),
  };
}

export type SheetCalls = ReturnType<typeof sheetCalls>;
