import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SmartsheetClient } from './client.ts';
import { BudgetExhausted } from './limiter.ts';
import { catchError } from './testing/clients.ts';
import { type RunningSandbox, startSandbox } from './testing/sandbox.ts';

let sandbox: RunningSandbox;
let client: SmartsheetClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = sandbox.client((await sandbox.toToken('office@northwind.example')).accessToken);
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.setFaults({}));

/** A client that keeps the operations that it has called. */
const countingClient = async () => {
  const operations: string[] = [];
  const { accessToken } = await sandbox.toToken('office@northwind.example');
  const onCall = ({ operation }: { operation: string }) => void operations.push(operation);
  return { client: sandbox.client(accessToken, { onCall }), operations };
};

const sheetNamed = async (name: string) => {
  const found = (await client.sheets.list()).sheets.find((sheet) => sheet.name === name);
  if (found === undefined) throw new Error(`No sheet ${name}`);
  return client.sheets.get({ sheetId: found.id });
};

const readColumn = async (sheetName: string, title: string) => {
  const sheet = await sheetNamed(sheetName);
  const column = sheet.columns.find((one) => one.title === title);
  if (column === undefined) throw new Error(`No column ${title}`);
  return { sheet, column, where: { sheetId: sheet.id, columnId: column.id } };
};

describe('reading', () => {
  it('knows the account', async () => {
    expect(await client.users.me()).toMatchObject({ email: 'office@northwind.example' });
  });

  it('lists all sheets with their versions in one call', async () => {
    const { client: counted, operations } = await countingClient();
    const { sheets, totalCount, isWhole } = await counted.sheets.list();
    expect([sheets.length, totalCount, isWhole]).toEqual([317, 317, true]);
    expect(sheets.every(({ version }) => version !== null)).toBe(true);
    expect(operations).toEqual(['sheets.list']);
  });

  it('reads one column of a sheet, and its version', async () => {
    const { sheet, column, where } = await readColumn('Clients', 'Services');
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
    const { where, column } = await readColumn('Clients', 'Services');
    const columns = await client.columns.list(where);
    expect(columns.map(({ title }) => title)).toContain('Services');
    expect(columns).toContainEqual(expect.objectContaining({ id: column.id, type: 'MULTI_PICKLIST' }));
  });
});

describe('a list of sheets that does not come as a whole', () => {
  const all = async () => (await client.sheets.list()).sheets;
  const byId = (sheets: { id: string; version: number | null }[]) =>
    new Map(sheets.map(({ id, version }) => [id, version]));

  it.each([
    ['pages', 4],
    ['tokens', 2],
  ])('is followed to its end: %s', async (sheetList, calls) => {
    const expected = await all();
    await sandbox.setFaults({ sheetList });
    const { client: counted, operations } = await countingClient();
    const { sheets, totalCount, isWhole } = await counted.sheets.list();
    expect(sheets.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    expect([totalCount, isWhole]).toEqual([317, true]);
    expect(operations).toHaveLength(calls);
  });

  it('is marked as partial when the rest cannot be had', async () => {
    await sandbox.setFaults({ sheetList: 'cut' });
    const { sheets, totalCount, isWhole } = await client.sheets.list();
    expect([sheets.length, totalCount, isWhole]).toEqual([100, 317, false]);
    await sandbox.setFaults({ sheetList: 'pages' });
    const two = await client.sheets.list({ maxPages: 2 });
    expect([two.sheets.length, two.totalCount, two.isWhole]).toEqual([200, 317, false]);
  });

  it('shows the pages that came before Smartsheet stopped answering', async () => {
    await sandbox.setFaults({ sheetList: 'pages' });
    const limiter = {
      acquire: async () => {
        limiter.left -= 1;
        if (limiter.left < 0) throw new BudgetExhausted({ retryAfterMs: 1, isAfterRefusal: false });
      },
      backOff: async () => {},
      left: 2,
    };
    const { accessToken } = await sandbox.toToken('office@northwind.example');
    const held = sandbox.client(accessToken, { limiter });
    const { sheets, isWhole } = await held.sheets.list();
    expect([sheets.length, isWhole]).toEqual([200, false]);
    await expect(held.sheets.list()).rejects.toMatchObject({ heldBackBy: 'budget' });
  });

  it.each(['pages', 'tokens', 'cut'])(
    'tells the versions of sheets wherever they stand: %s',
    async (sheetList) => {
      const sheets = await all();
      const [first, last] = [sheets.slice(0, 2), sheets.slice(-3)];
      const wanted = [...first, ...last];
      await sandbox.setFaults({ sheetList });
      const found = await client.sheets.versions({
        sheetIds: [...wanted.map(({ id }) => id), '1234567890123456'],
      });
      expect(found.versions).toEqual(byId([...wanted, { id: '1234567890123456', version: null }]));
    },
  );

  it('costs the calls of its pages or of the sheets in question, whichever is fewer', async () => {
    const sheets = await all();
    const readVersions = async (wanted: typeof sheets) => {
      const { client: counted, operations } = await countingClient();
      await counted.sheets.versions({ sheetIds: wanted.map(({ id }) => id) });
      return operations;
    };
    await sandbox.setFaults({ sheetList: 'pages' });
    expect(await readVersions(sheets.slice(0, 50))).toEqual(['sheets.list']);
    expect(await readVersions(sheets.slice(-2))).toEqual(['sheets.list', 'sheets.version', 'sheets.version']);
    // More sheets are missing after the first page than pages are left.
    expect(await readVersions(sheets.slice(-50))).toEqual(Array(4).fill('sheets.list'));
  });

  it('leaves out sheets beyond the calls that it may cost', async () => {
    const sheets = await all();
    await sandbox.setFaults({ sheetList: 'tokens' });
    const sheetIds = sheets.slice(0, 20).map(({ id }) => id);
    const { versions } = await client.sheets.versions({ sheetIds, maxCalls: 6 });
    expect([...versions.keys()]).toEqual(sheetIds.slice(0, 5));
  });
});

describe('changing a dropdown', () => {
  it('replaces the options and keeps type and validation', async () => {
    const { column, where, sheet } = await readColumn('Projects', 'Phase');
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
    const { where } = await readColumn(sheetName, title);
    const error = await catchError(client.columns.update({ ...where, type: 'PICKLIST', options: ['a'] }));
    expect(reasons.split(' ')).toContain(error.reason);
    expect(error).toMatchObject({ outcome: 'not_done' });
  });

  it('is refused for a column that is gone', async () => {
    const { where } = await readColumn('Projects', 'Phase');
    const gone = { ...where, columnId: '1234567890123456' };
    const error = await catchError(client.columns.update({ ...gone, type: 'PICKLIST', options: ['a'] }));
    expect(error).toMatchObject({ class: 'configuration', reason: 'column_gone' });
  });
});

describe('rows', () => {
  it('are added, changed and deleted', async () => {
    const { sheet, column, where } = await readColumn('Clients', 'Client name');
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

describe('the client when something goes wrong', () => {
  it('a storm of rate limits is not waited out, and the account is left alone', async () => {
    const { accessToken } = await sandbox.toToken('office@northwind.example');
    const statuses: (number | undefined)[] = [];
    const parked = sandbox.client(accessToken, { onCall: ({ status }) => statuses.push(status) });
    await sandbox.setFaults({ storm: true });
    const first = await catchError(parked.users.me());
    expect(first).toMatchObject({ reason: 'rate_limited', code: 4003, retryAfterMs: 60_000 });
    const next = await catchError(parked.users.me());
    expect(next).toMatchObject({ reason: 'rate_limited', code: undefined });
    expect(statuses).toEqual([429]);
  });

  it('a read survives a short outage', async () => {
    await sandbox.setFaults({ errorRate: 1, errorStatus: 502, times: 2 });
    const calls: (number | undefined)[] = [];
    const { accessToken } = await sandbox.toToken('office@northwind.example');
    await sandbox.client(accessToken, { onCall: ({ status }) => calls.push(status) }).users.me();
    expect(calls).toEqual([502, 502, 200]);
  });

  it('a write that was cut off after it took effect is not repeated', async () => {
    const { where, column } = await readColumn('Projects', 'Tags');
    await sandbox.setFaults({ reset: 'after', times: 1 });
    const change = { ...where, type: 'MULTI_PICKLIST', options: ['Only this'] } as const;
    expect(await catchError(client.columns.update(change))).toMatchObject({
      reason: 'network',
      outcome: 'unknown',
    });
    const { columns } = await client.sheets.get({ sheetId: where.sheetId });
    expect(columns.find(({ id }) => id === column.id)?.options).toEqual(['Only this']);
  });

  it('a sheet that is not shared is not found', async () => {
    const error = await catchError(client.sheets.get({ sheetId: '1234567890123456' }));
    expect(error).toMatchObject({ class: 'configuration', reason: 'not_found', code: 1006 });
  });

  it('an unknown token needs the user', async () => {
    const error = await catchError(sandbox.client('no-such-token').users.me());
    expect(error).toMatchObject({ class: 'needs_user', reason: 'token_invalid', code: 1002 });
  });
});
