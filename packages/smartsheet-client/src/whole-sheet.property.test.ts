import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from './rows.wire.ts';
import { readWholeSheet } from './sheets.ts';
import type { Sheet } from './sheets.wire.ts';

const row = (n: number): Row => ({ id: String(n), rowNumber: n, parentId: null, locked: false, cells: [] });
const rowsTo = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

const sheet = (fields: Partial<Sheet>): Sheet => ({
  id: '1',
  name: 'Clients',
  version: 3,
  totalRowCount: 0,
  accessLevel: 'OWNER',
  permalink: null,
  createdAt: null,
  modifiedAt: null,
  columns: [],
  rows: [],
  hasReadableRows: true,
  ...fields,
});

/** A provider that gives at most `most` rows in one answer, and answers a page too high with the last one. */
function provider({ total, most, change = (answer) => answer }: Provided) {
  const all = rowsTo(total);
  let calls = 0;
  const load = async ({ page = 1, pageSize = total } = {}) => {
    calls += 1;
    const size = Math.max(1, Math.min(most, pageSize));
    const from = Math.min((page - 1) * size, Math.floor(Math.max(0, total - 1) / size) * size);
    return change(sheet({ totalRowCount: total, rows: all.slice(from, from + size) }), calls);
  };
  return { load, calls: () => calls };
}

type Provided = { total: number; most: number; change?: (answer: Sheet, call: number) => Sheet };

const sizes = fc.record({ total: fc.integer({ min: 1, max: 400 }), most: fc.integer({ min: 1, max: 400 }) });
const refused = { class: 'retry', reason: 'incomplete' };

test('a sheet comes whole and in order, in as few pages as the provider allows', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async ({ total, most }) => {
      const { load, calls } = provider({ total, most });
      const { rows } = await readWholeSheet(load);
      expect(rows.map(({ id }) => id)).toEqual(rowsTo(total).map(({ id }) => id));
      expect(calls()).toBe(Math.ceil(total / most));
    }),
  );
});

test('an answer that lacks rows for good is refused, however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat({ max: 399 }), async ({ total, most }, at) => {
      const missing = String((at % total) + 1);
      const change = (answer: Sheet) => ({
        ...answer,
        rows: answer.rows.filter(({ id }) => id !== missing),
      });
      await expect(readWholeSheet(provider({ total, most, change }).load)).rejects.toMatchObject(refused);
    }),
  );
});

test('a row that comes twice is refused', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat({ max: 399 }), async ({ total, most }, at) => {
      const change = (answer: Sheet) => {
        const again = answer.rows[at % answer.rows.length];
        return { ...answer, rows: again ? [...answer.rows, again] : answer.rows };
      };
      await expect(readWholeSheet(provider({ total, most, change }).load)).rejects.toMatchObject(refused);
    }),
  );
});

test('a sheet that changes between two pages is refused', async () => {
  const change = (answer: Sheet, call: number) => ({ ...answer, version: 3 + call });
  const { load } = provider({ total: 9, most: 4, change });
  await expect(readWholeSheet(load)).rejects.toMatchObject(refused);
});

test('an answer without readable rows is refused even where it says that there are none', async () => {
  const load = async () => sheet({ hasReadableRows: false });
  await expect(readWholeSheet(load)).rejects.toMatchObject(refused);
});

test('an empty sheet is whole', async () => {
  expect((await readWholeSheet(async () => sheet({}))).rows).toEqual([]);
});
