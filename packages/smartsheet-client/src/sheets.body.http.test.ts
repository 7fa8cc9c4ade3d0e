import { expect, it } from 'vitest';
import { catchError, createClient } from './testing/clients.ts';

const bigId = '48569348493401203';
const row = (n: number) =>
  `{"id":${n === 0 ? bigId : n},"rowNumber":${n + 1},"cells":[{"columnId":11,"value":"Café 🦄 ${n}"}]}`;

/** As text, because a number cannot hold the large id. */
const sheet = (count: number) => ({
  body: `{"id":1,"name":"Large","rows":[${Array.from({ length: count }, (_, n) => row(n)).join(',')}],"version":2,"columns":[]}`,
});

it('reads 20,000 rows in order, with exact ids, from members in any order', async () => {
  const { client } = await createClient([sheet(20_000)]);
  const { rows, version, totalRowCount } = await client.sheets.get({ sheetId: '1' });
  expect({ version, totalRowCount, count: rows.length }).toEqual({
    version: 2,
    totalRowCount: 20_000,
    count: 20_000,
  });
  expect(rows.every((one, n) => one.rowNumber === n + 1 && one.cells[0]?.value === `Café 🦄 ${n}`)).toBe(
    true,
  );
  expect(rows[0]?.id).toBe(bigId);
});

it('reads again when the connection is cut in the middle of the rows', async () => {
  const { client, pauses } = await createClient([{ ...sheet(5_000), cut: 'half-way' }, sheet(5_000)]);
  expect((await client.sheets.get({ sheetId: '1' })).rows).toHaveLength(5_000);
  expect(pauses).toHaveLength(1);
});

it.each([
  ['a page', '<html>"rows":[{}]</html>'],
  ['nothing', ''],
  ['rows that are no JSON', '{"id":1,"name":"x","version":1,"columns":[],"rows":[{"id":secret}]}'],
  ['an object for rows', '{"id":1,"name":"x","version":1,"columns":[],"rows":{"id":1}}'],
  ['an answer that ends too early', '{"id":1,"rows":[{"id":1}'],
])('takes %s for no answer of Smartsheet', async (_what, body) => {
  const { client } = await createClient([{ body }]);
  const error = await catchError(client.sheets.get({ sheetId: '1' }));
  expect(error).toMatchObject({ class: 'retry', reason: 'bad_reply', status: 200 });
  expect(error.message).not.toContain('secret');
});

it.each([
  ['no rows', '', false],
  ['null for rows', ',"rows":null', false],
  ['a text among the rows', ',"rows":[{"id":1,"cells":[]},"secret"]', false],
  ['rows', ',"rows":[{"id":1,"cells":[]}]', true],
  ['an empty list of rows', ',"rows":[]', true],
])('says whether an answer with %s has a readable list', async (_what, rows, hasReadableRows) => {
  const { client } = await createClient([{ body: `{"id":1,"name":"x","version":1,"columns":[]${rows}}` }]);
  expect(await client.sheets.get({ sheetId: '1' })).toMatchObject({ hasReadableRows });
});
