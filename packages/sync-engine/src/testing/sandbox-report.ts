import type { TestSandbox } from './sandbox.ts';

/** A report made for a test. */
export type SandboxReport = {
  id: string;
  name: string;
  /** Its own column ids, by title. */
  columns: Record<string, string>;
};

/** The names of the sheets, and the primary column of each. */
const usualColumns = [
  { title: 'Sheet name', type: 'TEXT_NUMBER', sheetNameColumn: true },
  { title: 'Name', type: 'TEXT_NUMBER', primary: true },
];

/** Makes a report of sheets in a workspace of its own, through the provider's own calls. */
export async function makeReport(
  sandbox: Pick<TestSandbox, 'call'>,
  wanted: { token: string; name: string; sheetIds: readonly string[]; columns?: object[] },
): Promise<SandboxReport> {
  const { token, name, sheetIds, columns = [] } = wanted;
  type Made = { result: { id: number; columns: { virtualId: number; title: string }[] } };
  const place = await sandbox.call<Made>('POST', '/2.0/workspaces', { name: `For ${name}` }, token);
  const body = {
    name,
    columns: [...usualColumns, ...columns],
    scope: sheetIds.map((id) => ({ assetType: 'sheet', assetId: Number(id) })),
    destination: { destinationType: 'workspace', destinationId: place.result.id },
  };
  const { result } = await sandbox.call<Made>('POST', '/2.0/reports', body, token);
  return {
    id: String(result.id),
    name,
    columns: Object.fromEntries(result.columns.map(({ title, virtualId }) => [title, String(virtualId)])),
  };
}

/** Takes sheets out of the scope of a report. */
export async function removeFromReport(
  sandbox: Pick<TestSandbox, 'call'>,
  { token, report, sheetIds }: { token: string; report: SandboxReport; sheetIds: readonly string[] },
): Promise<void> {
  const assets = sheetIds.map((id) => ({ assetType: 'sheet', assetId: Number(id) }));
  await sandbox.call('DELETE', `/2.0/reports/${report.id}/scope`, assets, token);
}
