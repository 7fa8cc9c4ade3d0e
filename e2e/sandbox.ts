import { product } from './product.ts';

// How the journeys use the sandbox: they read the mails that were sent, and read and edit the sheets.
export function sandboxUrl(): string {
  return product().sandboxUrl;
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(new URL(path, sandboxUrl()), init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

type Mail = { to: string; subject: string; text: string };

/** Returns the mails to an address, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  return request(`/api/mails?to=${encodeURIComponent(address)}`);
}

/** Returns the id of an account, which the consent page uses. */
export async function accountId(email: string): Promise<string> {
  const accounts = await request<{ id: number; email: string }[]>('/api/accounts');
  const found = accounts.find((account) => account.email === email);
  if (!found) throw new Error(`The sandbox has no account ${email}`);
  return String(found.id);
}

type Column = { id: string; title: string; options?: string[]; validation?: boolean };
/** A workspace or folder; the id is that of the workspace, and of the folder after a slash. */
type Place = { id: string; path: string[] };
type Sheet = { id: string; name: string; columns: Column[] };

async function sheetId(name: string): Promise<string> {
  const { sheets } = await request<{ sheets: { id: string; name: string }[] }>('/api/console/overview');
  const found = sheets.find((sheet) => sheet.name === name);
  if (!found) throw new Error(`The sandbox has no sheet ${name}`);
  return found.id;
}

export async function sheet(name: string): Promise<Sheet> {
  return request(`/api/console/sheets/${await sheetId(name)}`);
}

/** Returns the options of a dropdown column, as a user sees them in Smartsheet. */
export async function readOptions({
  sheet: name,
  column,
}: {
  sheet: string;
  column: string;
}): Promise<string[]> {
  const found = (await sheet(name)).columns.find(({ title }) => title === column);
  return found?.options ?? [];
}

/** Edits a cell, as a user does in Smartsheet. Rows are counted from 1. */
export async function editCell(cell: {
  sheet: string;
  column: string;
  row: number;
  value: string;
}): Promise<void> {
  const { id, columns } = await sheet(cell.sheet);
  const path = `/api/console/sheets/${id}`;
  const rows = await request<{ id: string; number: number }[]>(`${path}/rows?count=${cell.row}`);
  const rowId = rows.find(({ number }) => number === cell.row)?.id;
  const columnId = columns.find(({ title }) => title === cell.column)?.id;
  await tellSandbox('PUT', `${path}/cells`, { rowId, columnId, value: cell.value });
}

/** Returns what the first cells of a column hold, as a user sees them in Smartsheet. */
export async function readCells(wanted: { sheet: string; column: string; count: number }): Promise<string[]> {
  const { id, columns } = await sheet(wanted.sheet);
  const columnId = columns.find(({ title }) => title === wanted.column)?.id ?? '';
  type Row = { cells: Record<string, { text: string }> };
  const rows = await request<Row[]>(`/api/console/sheets/${id}/rows?count=${wanted.count}`);
  return rows.map(({ cells }) => cells[columnId]?.text ?? '');
}

/** Copies a sheet into a folder that lies in a workspace, as a user does in Smartsheet. */
export async function copySheet(wanted: {
  sheet: string;
  name: string;
  into: [workspace: string, folder: string];
}): Promise<void> {
  const { places } = await request<{ places: Place[] }>('/api/console/overview');
  const found = places.find(({ path }) => path.join('/') === wanted.into.join('/'));
  if (!found) throw new Error(`The sandbox has no folder ${wanted.into.join('/')}`);
  const [workspaceId, folderId] = found.id.split('/');
  const body = { name: wanted.name, place: { workspaceId, folderId } };
  await tellSandbox('POST', `/api/console/sheets/${await sheetId(wanted.sheet)}/copies`, body);
}

/** Makes a report over these sheets, with the column `Name`, or gives the one of that name other sheets, as a user does in Smartsheet. */
export async function saveReport({
  name,
  sheets,
}: {
  name: string;
  sheets: readonly string[];
}): Promise<void> {
  const { reports } = await request<{ reports: { id: string; name: string }[] }>('/api/console/overview');
  const known = reports.find((report) => report.name === name);
  const sheetIds = await Promise.all(sheets.map(sheetId));
  const columns = [
    { title: 'Sheet name', type: 'TEXT_NUMBER', sheetNameColumn: true },
    { title: 'Name', type: 'TEXT_NUMBER', primary: true },
  ];
  const written = { name, sheetIds, workspaceIds: [], columns, condition: null };
  if (known) return tellSandbox('PUT', `/api/console/reports/${known.id}`, written);
  await tellSandbox('POST', '/api/console/reports', { ...written, owner: 'office@northwind.example' });
}

/** Sends a request to the sandbox, as its own page does; returns the body of the answer, if any. */
export async function tellSandbox<T = void>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(new URL(path, sandboxUrl()), {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
