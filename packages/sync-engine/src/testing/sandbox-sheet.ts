import type { TestSandbox } from './sandbox.ts';

type Value = string | number | boolean | null | string[];

/** A sheet made for a test; ids are strings, as everywhere in our code. */
export type SandboxSheet = {
  id: string;
  name: string;
  /** Column ids by title. */
  columns: Record<string, string>;
  /** Row ids in order. */
  rows: string[];
};

type Ids = { id: number };
type Made = { result: { id: number; columns: { id: number; title: string }[] } };

/**
 * Makes a sheet through the provider's own calls. The first column is called Name and is the primary one; a list as a
 * value selects several choices.
 */
export async function makeSheet(
  sandbox: Pick<TestSandbox, 'call'>,
  wanted: { token: string; name: string; columns?: object[]; rows?: Value[][] },
): Promise<SandboxSheet> {
  const { token, name, columns = [], rows = [] } = wanted;
  const primary = { title: 'Name', type: 'TEXT_NUMBER', primary: true };
  const body = { name, columns: [primary, ...columns] };
  const { result } = await sandbox.call<Made>('POST', '/2.0/sheets', body, token);
  const ids = result.columns.map(({ id }) => id);
  const added: string[] = [];
  for (let from = 0; from < rows.length; from += 500) {
    const batch = rows.slice(from, from + 500).map((values) => toRow(values, ids));
    const path = `/2.0/sheets/${result.id}/rows`;
    const { result: made } = await sandbox.call<{ result: Ids[] }>('POST', path, batch, token);
    added.push(...made.map(({ id }) => String(id)));
  }
  return {
    id: String(result.id),
    name,
    columns: Object.fromEntries(result.columns.map(({ id, title }) => [title, String(id)])),
    rows: added,
  };
}

/** Finds a sheet that the sandbox is planted with. */
export async function plantedSheet(
  sandbox: TestSandbox,
  { token, name }: { token: string; name: string },
): Promise<SandboxSheet> {
  type List = { data: { id: number; name: string }[] };
  const { data } = await sandbox.call<List>('GET', '/2.0/sheets?includeAll=true', undefined, token);
  const found = data.find((sheet) => sheet.name === name);
  if (!found) throw new Error(`There is no sheet ${name}`);
  type Sheet = { columns: { id: number; title: string }[]; rows: Ids[] };
  const path = `/2.0/sheets/${found.id}?level=2`;
  const { columns, rows } = await sandbox.call<Sheet>('GET', path, undefined, token);
  return {
    id: String(found.id),
    name,
    columns: Object.fromEntries(columns.map(({ id, title }) => [title, String(id)])),
    rows: rows.map(({ id }) => String(id)),
  };
}

function toRow(values: Value[], ids: number[]) {
  return {
    toBottom: true,
    cells: values.flatMap((value, index) =>
      value === null ? [] : [{ columnId: ids[index], ...toCell(value) }],
    ),
  };
}

function toCell(value: Exclude<Value, null>) {
  return Array.isArray(value) ? { objectValue: { objectType: 'MULTI_PICKLIST', values: value } } : { value };
}
