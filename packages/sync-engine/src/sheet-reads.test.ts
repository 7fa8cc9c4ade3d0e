import { describe, expect, test } from 'vitest';
import { createSheetReads } from './sheet-reads.ts';
import { type Answer, scriptedSmartsheet } from './testing/scripted-smartsheet.ts';

const sheet = (fields: object = {}) => ({
  body: {
    id: 11,
    name: 'Clients',
    version: 7,
    accessLevel: 'ADMIN',
    totalRowCount: 1,
    columns: [
      { id: 1, title: 'Name', type: 'TEXT_NUMBER' },
      { id: 2, title: 'Pick', type: 'PICKLIST', options: ['x'] },
    ],
    rows: [{ id: 100, rowNumber: 1, cells: [{ columnId: 1, value: 'Acme', displayValue: 'Acme' }] }],
    ...fields,
  },
});

/** Reads of sheet 11, which is a source and a target, and of sheet 12, which is a target; `pass` moves the clock. */
function open(...answers: Answer[]) {
  const { client, calls } = scriptedSmartsheet(...answers);
  let at = 0;
  const needs = new Map([
    ['11', { sheetId: '11', sourceColumnIds: ['1'], targetColumnIds: ['2'], usedColumnIds: [] }],
    ['12', { sheetId: '12', sourceColumnIds: [], targetColumnIds: ['2'], usedColumnIds: [] }],
  ]);
  const reads = createSheetReads({ client, call: {}, needs, now: () => new Date(at) });
  const pass = (ms: number) => {
    at += ms;
  };
  return { reads, calls, pass };
}

test('a source is read once for all of its automations, also when they ask at the same time', async () => {
  const { reads, calls, pass } = open(sheet());
  const [first] = await Promise.all([reads.source('11'), reads.source('11')]);
  pass(60_000);
  expect(await reads.source('11')).toBe(first);
  expect(calls).toHaveLength(1);
});

test('the rows of a source are dropped when nobody reads from it any more', async () => {
  const { reads } = open(sheet());
  expect((await reads.source('11')).rows).toHaveLength(1);
  reads.releaseRows('11');
  const sparse = await reads.source('11');
  expect(sparse.rows).toBeNull();
  expect(sparse.columns.size).toBe(2);
});

describe('a target', () => {
  test('is shared by its columns for a few seconds, and then read again', async () => {
    const { reads, calls, pass } = open(sheet({ id: 12 }), sheet({ id: 12, version: 9 }));
    await reads.target('12');
    pass(5_000);
    await reads.target('12');
    expect(calls).toHaveLength(1);
    pass(1);
    expect(await reads.target('12')).toMatchObject({ version: 9 });
    expect(calls).toHaveLength(2);
  });

  test('is read again after the clock was set back, because its age is unknown', async () => {
    const { reads, calls, pass } = open(sheet({ id: 12 }), sheet({ id: 12, version: 9 }));
    await reads.target('12');
    pass(-3_600_000);
    expect(await reads.target('12')).toMatchObject({ version: 9 });
    expect(calls).toHaveLength(2);
  });

  test('is not read again when it was read as a source seconds ago', async () => {
    const { reads, calls, pass } = open(sheet(), sheet());
    await reads.source('11');
    await reads.target('11');
    expect(calls).toHaveLength(1);
    pass(5_001);
    await reads.target('11');
    expect(calls[1]?.query).toMatchObject({ columnIds: '2', pageSize: '1' });
  });

  test('counts as seen in the version that was seen first', async () => {
    const { reads, pass } = open(sheet({ id: 12, version: 7 }), sheet({ id: 12, version: 9 }));
    await reads.target('12');
    pass(10_000);
    await reads.target('12');
    expect(reads.seen()).toEqual([
      { id: '12', name: 'Clients', version: 7, volatile: false, hasRows: false },
    ]);
  });
});

test('a sheet that could not be read is not asked for again, as a source or as a target', async () => {
  const { reads, calls, pass } = open({ status: 404, body: { errorCode: 1006, message: 'Not Found' } });
  await expect(reads.source('11')).rejects.toMatchObject({ reason: 'not_found' });
  pass(60_000);
  await expect(reads.target('11')).rejects.toMatchObject({ reason: 'not_found' });
  expect(reads.getFailure('11')).toMatchObject({ reason: 'not_found' });
  expect(reads.seen()).toEqual([]);
  expect(calls).toHaveLength(1);
});
