import { expect, it } from 'vitest';
import { readListBody } from './sheets.list.ts';
import { catchError, createClient } from './testing/clients.ts';

const bigId = '9007199254740993001';
const item = (n: number) =>
  `{"id":${n === 7 ? bigId : n},"name":"Sheet \\"data\\":[${n}] Ü","accessLevel":"OWNER","version":${n * 2}}`;

/** As text, because a number cannot hold the large id. */
const list = (count: number) =>
  `{"pageNumber":1,"data":[${Array.from({ length: count }, (_, n) => item(n + 1)).join(',')}],"totalPages":1}`;

it('tells the versions of the sheets that were asked for, with exact ids', async () => {
  const { client, seen } = await createClient([{ body: list(20_000) }]);
  const { versions, isListWhole } = await client.sheets.versions({
    sheetIds: ['3', bigId, '20000', '99999'],
  });
  expect([...versions]).toEqual([
    ['3', 6],
    [bigId, 14],
    ['20000', 40_000],
    // Not in the whole list: gone.
    ['99999', null],
  ]);
  expect(isListWhole).toBe(true);
  expect(seen).toHaveLength(1);
});

it('lists all sheets of a long list in order', async () => {
  const { client } = await createClient([{ body: list(20_000) }]);
  const { sheets } = await client.sheets.list();
  expect(sheets).toHaveLength(20_000);
  expect(sheets[6]).toMatchObject({ id: bigId, name: 'Sheet "data":[7] Ü', version: 14 });
});

it('keeps nothing of a long list but what is wanted, and looks at a small part of it at a time', async () => {
  let held = 0;
  let most = 0;
  const isWanted = () => {
    held += 1;
    return false;
  };
  const text = Buffer.from(list(20_000));
  async function* body() {
    for (let at = 0; at < text.length; at += 16_384) {
      most = Math.max(most, held);
      held = 0;
      yield text.subarray(at, at + 16_384);
    }
  }
  expect(await readListBody(isWanted)({ body: body() })).toEqual({
    pageNumber: 1,
    data: [],
    totalPages: 1,
    count: 20_000,
    firstId: 1,
  });
  // A batch of 64 kB and the piece that filled it.
  expect(most).toBeGreaterThan(0);
  expect(most * 80).toBeLessThan(2 * 64 * 1024);
});

it.each([
  ['no list', '{"pageNumber":1}', 'bug'],
  ['a list of something else', '{"data":[{"version":2}]}', 'bug'],
  ['half an answer', '{"data":[{"id":1,"version":2}', 'retry'],
  ['a page', '<html></html>', 'retry'],
])('refuses %s', async (_what, body, errorClass) => {
  const { client } = await createClient([{ body }]);
  const error = await catchError(client.sheets.versions({ sheetIds: ['1'] }));
  expect(error).toMatchObject({ class: errorClass, reason: 'bad_reply' });
});
