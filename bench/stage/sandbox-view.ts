import type { TestSandbox } from '@picksync/sync-engine/testing';

type Tally = {
  calls: number;
  writes: number;
  operations: Record<string, number>;
  statuses: Record<string, number>;
  largestOverlap: number;
};

/** What the sandbox has counted since it was told to forget, by account. */
export type CallReport = Tally & { accounts: Record<string, Tally> };

export function callReport(sandbox: TestSandbox): Promise<CallReport> {
  return sandbox.call('GET', '/api/calls');
}

type Place = { sheetId: string; columnId: string };

/** Edits a cell as a person does in Smartsheet's own pages: no call of the API, of nobody's budget. */
export function editCell(
  sandbox: TestSandbox,
  { sheetId, ...cell }: Place & { rowId: string; value: string },
): Promise<void> {
  return sandbox.call('PUT', `/api/console/sheets/${sheetId}/cells`, cell);
}

/** The list of a dropdown as it is now. */
export async function optionsOf(sandbox: TestSandbox, { sheetId, columnId }: Place): Promise<string[]> {
  type View = { columns: { id: string; options: string[] | null }[] };
  const { columns } = await sandbox.call<View>('GET', `/api/console/sheets/${sheetId}`);
  return columns.find(({ id }) => id === columnId)?.options ?? [];
}

/** The rows of a sheet as they are now, with what one column says. */
export async function rowsOf(
  sandbox: TestSandbox,
  { sheetId, columnId }: Place,
): Promise<{ id: string; value: string }[]> {
  type Row = { id: string; cells: Record<string, { value: unknown } | undefined> };
  const rows = await sandbox.call<Row[]>('GET', `/api/console/sheets/${sheetId}/rows?from=0&count=100`);
  return rows.map(({ id, cells }) => ({ id, value: String(cells[columnId]?.value ?? '') }));
}
