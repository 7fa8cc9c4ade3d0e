import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSheet, startSandbox, type TestSandbox, type TestSheet } from '../../testing/sandbox.ts';

let sandbox: TestSandbox;
let token: string;
let sheet: TestSheet;
beforeAll(async () => {
  sandbox = await startSandbox({ RATE_LIMIT: '0' });
  token = await sandbox.token();
  sheet = await createTestSheet(sandbox, {
    token,
    columns: [{ title: 'Tags', type: 'MULTI_PICKLIST', options: ['x', 'y'] }],
    rows: [['say "hi"', ['y', 'x']], ['two'], [null]],
  });
});
afterAll(() => sandbox.close());

const sheets = '/2.0/sheets';

test('a long answer is compressed for those who accept it, and is not to be cached', async () => {
  const zipped = await sandbox.call('GET', sheets, { token, headers: { 'accept-encoding': 'gzip' } });
  expect(Object.fromEntries(zipped.headers)).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
    'cache-control': 'private, no-cache, no-store',
  });
  const plain = await sandbox.call('GET', sheets, { token, headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(zipped.body).toEqual(plain.body);
});

test('a sheet is available as CSV, with its titles and what is displayed', async () => {
  const csv = await sandbox.call('GET', `${sheets}/${sheet.id}`, { token, headers: { accept: 'text/csv' } });
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(csv.body).toBe('Name,Tags\r\n"say ""hi""","x, y"\r\ntwo,\r\n,\r\n');
});

test('a column takes every symbol there is, and tells its values as options', async () => {
  const symbols = ['DIRECTIONS_4_WAY', 'EFFORT', 'MONEY', 'PAIN', 'SIGNAL', 'SKI', 'VCR', 'ARROWS_5_WAY'];
  const body = symbols.map((symbol) => ({ title: symbol, type: 'PICKLIST', symbol, index: 0 }));
  const added = await sandbox.call('POST', `${sheets}/${sheet.id}/columns`, { token, body });
  expect(added.body.result.map(({ symbol }: { symbol: string }) => symbol)).toEqual(symbols);
  const { body: list } = await sandbox.call('GET', `${sheets}/${sheet.id}/columns?includeAll=true`, {
    token,
  });
  for (const { symbol, options } of list.data.slice(0, symbols.length)) {
    expect([symbol, options.length]).toEqual([symbol, expect.toSatisfy((length: number) => length >= 4)]);
  }
});
