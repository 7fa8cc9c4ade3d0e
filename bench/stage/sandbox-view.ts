import type { TestSandbox } from '@picksync/sync-engine/testing';

type Tally = {
  calls: number;
  writes: number;
  operations: Record<string, number>;
  statuses: Record<string, number>;
  largestOverlap: number;
};

/** The calls that the sandbox has counted since the last reset, by account. */
export type CallReport = Tally & { accounts: Record<string, Tally> };

export function callReport(sandbox: TestSandbox): Promise<CallReport> {
  return sandbox.call('GET', '/api/calls');
}

type Place = { sheetId: string; columnId: string };

/** Edits a cell as a user does in Smartsheet's own pages: no API call, and not counted in any budget. */
export function editCell(
  sandbox: TestSandbox,
  { sheetId, ...cell }: Place & { rowId: string; value: string | string[] | number | null },
): Promise<void> {
  return sandbox.call('PUT', `/api/console/sheets/${sheetId}/cells`, cell);
}

/** Changes a column as a user does in Smartsheet's own pages. */
export function patchColumn(
  sandbox: TestSandbox,
  { sheetId, columnId }: Place,
  change: object,
): Promise<void> {
  return sandbox.call('PATCH', `/api/console/sheets/${sheetId}/columns/${columnId}`, change);
}

/** Returns the current options of a dropdown. */
export async function readOptions(sandbox: TestSandbox, place: Place): Promise<string[]> {
  return (await columnAt(sandbox, place))?.options ?? [];
}

/** Returns the current type of a column. */
export async function readType(sandbox: TestSandbox, place: Place): Promise<string | undefined> {
  return (await columnAt(sandbox, place))?.type;
}

type ColumnView = { id: string; type: string; options: string[] | null };

async function columnAt(sandbox: TestSandbox, { sheetId, columnId }: Place): Promise<ColumnView | undefined> {
  const path = `/api/console/sheets/${sheetId}`;
  const { columns } = await sandbox.call<{ columns: ColumnView[] }>('GET', path);
  return columns.find(({ id }) => id === columnId);
}

/** Returns the current rows of a sheet with the values of one column; several for a multi-select cell. */
export async function findRows(
  sandbox: TestSandbox,
  { sheetId, columnId }: Place,
): Promise<{ id: string; texts: string[] }[]> {
  type Row = { id: string; cells: Record<string, { value: unknown } | undefined> };
  const rows = await sandbox.call<Row[]>('GET', `/api/console/sheets/${sheetId}/rows?from=0&count=100`);
  return rows.map(({ id, cells }) => {
    const value = cells[columnId]?.value ?? [];
    return { id, texts: [value].flat().map(String) };
  });
}
