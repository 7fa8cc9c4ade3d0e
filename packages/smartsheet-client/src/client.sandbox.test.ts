import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SmartsheetClient } from './client.ts';
import { errorOf } from './testing/clients.ts';
import { type RunningSandbox, startSandbox } from './testing/sandbox.ts';

let sandbox: RunningSandbox;
let client: SmartsheetClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = sandbox.client((await sandbox.tokenOf('office@northwind.example')).accessToken);
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.setFaults({}));

const sheetNamed = async (name: string) => {
  const found = (await client.sheets.list()).find((sheet) => sheet.name === name);
  if (found === undefined) throw new Error(`No sheet ${name}`);
  return client.sheets.get({ sheetId: found.id });
};

const columnOf = async (sheetName: string, title: string) => {
  const sheet = await sheetNamed(sheetName);
  const column = sheet.columns.find((one) => one.title === title);
  if (column === undefined) throw new Error(`No column ${title}`);
  return { sheet, column, where: { sheetId: sheet.id, columnId: column.id } };
};

describe('reading', () => {
  it('knows the account', async () => {
    expect(await client.users.me()).toMatchObject({ email: 'office@northwind.example' });
  });

  it('lists the same sheets whole and page by page', async () => {
    const whole = await client.sheets.list();
    const paged: string[] = [];
    for await (const page of client.sheets.pages({ pageSize: 90 })) paged.push(...page.map(({ id }) => id));
    expect(paged.toSorted()).toEqual(whole.map(({ id }) => id).toSorted());
    expect(whole.every(({ version }) => version !== null)).toBe(true);
  });

  it('reads one column of a sheet, and its version', async () => {
    const { sheet, column, where } = await columnOf('Clients', 'Services');
    const { sheetId } = where;
    const narrow = await client.sheets.get({ sheetId, columnIds: [column.id] });
    expect(narrow.columns.map(({ id }) => id)).toEqual([column.id]);
    const chosen = narrow.rows.flatMap(({ cells }) =>
      cells.map(({ objectValue }) => objectValue?.objectType),
    );
    expect(chosen).toContain('MULTI_PICKLIST');
    const { version } = sheet;
    expect(await client.sheets.version({ sheetId })).toBe(version);
  });

  it('finds the columns by themselves as well', async () => {
    const { where, column } = await columnOf('Clients', 'Services');
    const columns = await client.columns.list(where);
    expect(columns.map(({ title }) => title)).toContain('Services');
    expect(columns).toContainEqual(expect.objectContaining({ id: column.id, type: 'MULTI_PICKLIST' }));
  });
});

describe('changing a dropdown', () => {
  it('replaces the options and keeps type and validation', async () => {
    const { column, where, sheet } = await columnOf('Projects', 'Phase');
    const options = ['Ünïque "quoted"', ...(column.options ?? [])];
    const changed = await client.columns.update({ ...where, type: 'PICKLIST', options });
    expect(changed).toMatchObject({ options, type: 'PICKLIST', validation: column.validation });
    const { columns } = await client.sheets.get({ sheetId: sheet.id });
    expect(columns.find(({ id }) => id === column.id)?.options).toEqual(options);
  });

  it.each([
    ['Clients', 'Health', 'wrong_type'],
    ['Clients', 'Client name', 'column_in_use wrong_type bad_request'],
  ])('is refused for %s, %s', async (sheetName, title, reasons) => {
    const { where } = await columnOf(sheetName, title);
    const error = await errorOf(client.columns.update({ ...where, type: 'PICKLIST', options: ['a'] }));
    expect(reasons.split(' ')).toContain(error.reason);
    expect(error).toMatchObject({ outcome: 'not_done' });
  });

  it('is refused for a column that is gone', async () => {
    const { where } = await columnOf('Projects', 'Phase');
    const gone = { ...where, columnId: '1234567890123456' };
    const error = await errorOf(client.columns.update({ ...gone, type: 'PICKLIST', options: ['a'] }));
    expect(error).toMatchObject({ class: 'configuration', reason: 'column_gone' });
  });
});

describe('rows', () => {
  it('are added, changed and deleted', async () => {
    const { sheet, column, where } = await columnOf('Clients', 'Client name');
    const { sheetId } = where;
    const added = await client.rows.add({
      sheetId,
      rows: [{ cells: [{ columnId: column.id, value: 'New client' }] }],
    });
    const id = added.rows[0]?.id ?? '';
    expect(added.version).toBeGreaterThan(sheet.version);
    await client.rows.update({ sheetId, rows: [{ id, cells: [{ columnId: column.id, value: 'Renamed' }] }] });
    const read = await client.sheets.get({ sheetId, columnIds: [column.id] });
    expect(read.rows.find((row) => row.id === id)?.cells[0]?.value).toBe('Renamed');
    expect((await client.rows.delete({ sheetId, rowIds: [id] })).rowIds).toEqual([id]);
  });
});

describe('when something goes wrong', () => {
  it('a storm of rate limits is not waited out, and the account is left alone', async () => {
    const { accessToken } = await sandbox.tokenOf('office@northwind.example');
    const statuses: (number | undefined)[] = [];
    const parked = sandbox.client(accessToken, { onCall: ({ status }) => statuses.push(status) });
    await sandbox.setFaults({ storm: true });
    const first = await errorOf(parked.users.me());
    expect(first).toMatchObject({ reason: 'rate_limited', code: 4003, retryAfterMs: 60_000 });
    const next = await errorOf(parked.users.me());
    expect(next).toMatchObject({ reason: 'rate_limited', code: undefined });
    expect(statuses).toEqual([429]);
  });

  it('a read survives a short outage', async () => {
    await sandbox.setFaults({ errorRate: 1, errorStatus: 502, times: 2 });
    const calls: (number | undefined)[] = [];
    const { accessToken } = await sandbox.tokenOf('office@northwind.example');
    await sandbox.client(accessToken, { onCall: ({ status }) => calls.push(status) }).users.me();
    expect(calls).toEqual([502, 502, 200]);
  });

  it('a write that was cut off after it took effect is not repeated', async () => {
    const { where, column } = await columnOf('Projects', 'Tags');
    await sandbox.setFaults({ reset: 'after', times: 1 });
    const change = { ...where, type: 'MULTI_PICKLIST', options: ['Only this'] } as const;
    expect(await errorOf(client.columns.update(change))).toMatchObject({
      reason: 'network',
      outcome: 'unknown',
    });
    const { columns } = await client.sheets.get({ sheetId: where.sheetId });
    expect(columns.find(({ id }) => id === column.id)?.options).toEqual(['Only this']);
  });

  it('a sheet that is not shared is not found', async () => {
    const error = await errorOf(client.sheets.get({ sheetId: '1234567890123456' }));
    expect(error).toMatchObject({ class: 'configuration', reason: 'not_found', code: 1006 });
  });

  it('an unknown token needs the user', async () => {
    const error = await errorOf(sandbox.client('no-such-token').users.me());
    expect(error).toMatchObject({ class: 'needs_user', reason: 'token_invalid', code: 1002 });
  });
});
