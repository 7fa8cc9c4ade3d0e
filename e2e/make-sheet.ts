import { sandboxUrl } from './sandbox.ts';

async function send<T>(path: string, body: object, token?: string): Promise<T> {
  const response = await fetch(new URL(path, sandboxUrl()), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

/** Creates a sheet, as a user does in Smartsheet: a column `Name` with these rows, and a dropdown. */
export async function makeSheet(wanted: {
  name: string;
  rows?: readonly string[];
  dropdown?: { title: string; options: readonly string[] };
}): Promise<void> {
  const { name, rows = [], dropdown } = wanted;
  const account = { account: 'office@northwind.example', personal: true };
  const { accessToken } = await send<{ accessToken: string }>('/api/tokens', account);
  const columns = [
    { title: 'Name', type: 'TEXT_NUMBER', primary: true },
    ...(dropdown ? [{ type: 'PICKLIST', ...dropdown }] : []),
  ];
  type Made = { result: { id: number; columns: { id: number }[] } };
  const { result } = await send<Made>('/2.0/sheets', { name, columns }, accessToken);
  const columnId = result.columns[0]?.id;
  const cells = rows.map((value) => ({ toBottom: true, cells: [{ columnId, value }] }));
  if (cells.length > 0) await send(`/2.0/sheets/${result.id}/rows`, cells, accessToken);
}
