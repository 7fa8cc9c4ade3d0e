import { type AutomationSettings, defaultSettings } from '@picksync/contracts';
import type { Column, Row } from '@picksync/smartsheet-client';
import { describe, expect, test } from 'vitest';
import { planTwoWay, type TwoWayInput } from './plan-two-way.ts';
import { emptyRunState, toBaseHashes } from './run-state.ts';
import { hash, planInput } from './testing/planned.ts';
import { cell, choices, toRows } from './testing/rows.ts';

const column = (id: string, more: Partial<Column> = {}) =>
  ({ id, systemColumnType: null, hasColumnFormula: false, ...more }) as Column;
const columns = [column('1'), column('2'), column('3', { systemColumnType: 'MODIFIED_DATE' })];

type Given = {
  rows: Row[];
  options: string[];
  base: string[];
  settings?: Partial<AutomationSettings>;
} & Partial<Omit<TwoWayInput, 'settings'>>;

function look({ rows, options, base, settings: chosen = {}, ...more }: Given) {
  const settings: AutomationSettings = { ...defaultSettings, mode: 'two_way', ...chosen };
  const values = rows.flatMap(({ cells }) => (cells[0]?.value ? [String(cells[0].value)] : []));
  const state = { ...emptyRunState, baseHashes: toBaseHashes({ options: base, settings, hash }) };
  return planTwoWay({
    ...planInput({ values, settings, currentOptions: options, state }),
    sourceRows: rows,
    sourceColumn: columns[0] as Column,
    sourceAccess: 'OWNER',
    wholeRows: async (ids) => ({ rows: rows.filter(({ id }) => ids.includes(id)), columns }),
    ...more,
  });
}

const saying = (...values: string[]) => toRows(...values.map((value) => [cell('1', value)]));
const abc = () => saying('a', 'b', 'c');

test('an option added by hand becomes a row, although the list is right as it is', async () => {
  const { plan, rows } = await look({ rows: saying('a'), options: ['a', 'New  one'], base: ['a'] });
  expect(plan).toMatchObject({ verdict: 'write', options: ['a', 'New  one'], added: [], removed: [] });
  expect(rows).toMatchObject({ toAdd: [{ text: 'New one' }], toDelete: [] });
  // As long as it is no row, it must not seem to have left the source.
  expect(plan.state.baseHashes).toEqual([hash.of('a', { ignoreCase: false })]);
});

test('an option whose row is gone goes, and a new row becomes an option', async () => {
  const { plan, rows } = await look({ rows: saying('a', 'd'), options: ['a', 'b'], base: ['a', 'b'] });
  expect(plan).toMatchObject({ verdict: 'write', options: ['a', 'd'], removed: ['b'] });
  expect(rows).toMatchObject({ toAdd: [], toDelete: [] });
});

test('most options gone from the source wait for a person, as in every mode', async () => {
  const options = [...'abcdefgh'];
  const { plan } = await look({ rows: saying('a'), options, base: options });
  expect(plan).toMatchObject({ verdict: 'waiting_review', reason: 'wipe_guard' });
});

test('sorted, an option added by hand finds its place', async () => {
  const { plan } = await look({
    rows: saying('b', 'd'),
    options: ['b', 'd', 'c'],
    base: ['b', 'd'],
    settings: { order: 'ascending', pinnedFirst: ['z'] },
  });
  expect(plan.options).toEqual(['z', 'b', 'c', 'd']);
});

describe('options deleted by hand', () => {
  const deleted = () => ({ rows: abc(), options: ['a'], base: ['a', 'b', 'c'] });

  test('ask before a row is deleted', async () => {
    const { plan, rows } = await look(deleted());
    expect(plan).toMatchObject({ verdict: 'waiting_review', reason: 'rows_would_go', figures: { found: 2 } });
    expect(rows.toDelete).toMatchObject([
      { id: '2', rowNumber: 2, text: 'b', filledCells: 1 },
      { id: '3', rowNumber: 3, text: 'c', filledCells: 1 },
    ]);
  });

  test('take their rows along once these are approved, with everything that stands in them', async () => {
    const rows = toRows(
      [cell('1', 'a')],
      [cell('1', 'b'), cell('2', 'note'), cell('3', '2026-11-22')],
      [cell('1', 'b'), cell('2', false)],
    );
    let asked: readonly string[] | undefined;
    const input = { rows, options: ['a'], base: ['a', 'b'] };
    const { plan, rows: changes } = await look({
      ...input,
      isApproved: (replacement) => {
        asked = replacement.rows;
        return true;
      },
    });
    expect(plan).toMatchObject({ verdict: 'write', options: ['a'] });
    expect(changes.toDelete.map(({ filledCells }) => filledCells)).toEqual([2, 1]);

    const other = toRows([cell('1', 'a')], [cell('1', 'b'), cell('2', 'another note')], [cell('1', 'b')]);
    const isApproved = ({ rows: found }: { rows?: readonly string[] }) =>
      JSON.stringify(found) === JSON.stringify(asked);
    expect((await look({ ...input, isApproved })).plan.verdict).toBe('write');
    expect((await look({ ...input, rows: other, isApproved })).plan.verdict).toBe('waiting_review');
  });

  test('come back when the person keeps the rows', async () => {
    const { plan, rows } = await look({ ...deleted(), isKept: () => true });
    expect(plan).toMatchObject({ verdict: 'write', options: ['a', 'b', 'c'], warnings: [] });
    expect(rows.toDelete).toEqual([]);
  });

  test.each([
    [
      'has rows below it',
      (rows: Row[]) => rows.map((row, at) => (at === 2 ? { ...row, parentId: '2' } : row)),
    ],
    ['is locked', (rows: Row[]) => rows.map((row, at) => (at === 1 ? { ...row, locked: true } : row))],
    [
      'holds a formula',
      () => toRows([cell('1', 'a')], [cell('1', { value: 'b', hasFormula: true })], [cell('1', 'c')]),
    ],
    [
      'is linked',
      () => toRows([cell('1', 'a')], [cell('1', { value: 'b', isLinked: true })], [cell('1', 'c')]),
    ],
  ])('come back, and no row is deleted, where the row %s', async (_why, change) => {
    const { plan, rows } = await look({ rows: change(abc()), options: ['a', 'c'], base: ['a', 'b', 'c'] });
    expect(plan).toMatchObject({ verdict: 'write', options: ['a', 'b', 'c'], warnings: ['rows_stay'] });
    expect(rows.toDelete).toEqual([]);
  });
});

test('two equal sides need nothing', async () => {
  const { plan, rows } = await look({ rows: abc(), options: ['a', 'b', 'c'], base: ['a', 'b', 'c'] });
  expect(plan.verdict).toBe('unchanged');
  expect(rows).toMatchObject({ toAdd: [], toDelete: [] });
});

test('a list that waits for review stays unwritten when an option is added by hand', async () => {
  const options = [...'abcdefgh'];
  const { plan } = await look({ rows: saying('a'), options: [...options, 'new'], base: options });
  expect(plan).toMatchObject({ verdict: 'waiting_review', reason: 'wipe_guard' });
});

test('a value of several rows stays where one of them must', async () => {
  const [one, other] = saying('b', 'b') as [Row, Row];
  const rows = [...saying('a'), { ...one, id: '8' }, { ...other, id: '9', locked: true }];
  const looked = await look({ rows, options: ['a'], base: ['a', 'b'] });
  expect(looked.rows.toDelete).toEqual([]);
  expect(looked.plan).toMatchObject({ options: ['a', 'b'], warnings: ['rows_stay'] });
});

test('a plan whose list Smartsheet could not hold asks for no rows to delete', async () => {
  const limits = { maxOptions: 1, maxOptionLength: 10 };
  const { plan } = await look({ rows: abc(), options: ['a', 'b'], base: ['a', 'b', 'c'], limits });
  expect(plan).toMatchObject({ verdict: 'refused', reason: 'too_many_options' });
});

test('the values of a source are those of its column, wherever the cell stands, and no formula errors', async () => {
  const rows = toRows([cell('2', 'x'), cell('1', 'a')], [cell('2', 'y')], [cell('1', '#REF')]);
  const { rows: changes } = await look({ rows, options: ['a'], base: ['a'] });
  const has = (text: string) => changes.hasValue(hash.of(text, { ignoreCase: false }));
  expect([has('a'), has('b')]).toEqual([true, false]);
  // The second row says nothing in it, and is there.
  expect([rows[1]?.id ?? '', 'gone'].map(changes.hasRow)).toEqual([true, false]);
});

test('a row that would go counts only the cells with something in them', async () => {
  const cells = [cell('1', 'b'), cell('2', ''), cell('3', 'a computed value')];
  const rows = [...saying('a'), ...toRows(cells).map((row) => ({ ...row, id: '9' }))];
  const filled = async () => (await look({ rows, options: ['a'], base: ['a', 'b'] })).rows.toDelete;
  expect(await filled()).toMatchObject([{ id: '9', filledCells: 1 }]);
  for (const nothing of [cell('2', { value: null }), cell('2', false)]) {
    cells[1] = nothing;
    expect(await filled()).toMatchObject([{ filledCells: 1 }]);
  }
  for (const something of [choices('2', 'x'), cell('2', 0), cell('2', true)]) {
    cells[1] = something;
    expect(await filled()).toMatchObject([{ filledCells: 2 }]);
  }
});

test('a list that was written and not recorded is what both sides had, unless they were no pair before', async () => {
  const moved = { rows: saying('a', 'b'), options: ['a', 'c'], unrecordedWrite: () => true };
  // The run that died removed "b", which is back in the source, and added "c", which has left it.
  const known = await look({ ...moved, base: ['a', 'b'] });
  expect(known.plan.options).toEqual(['a', 'b']);
  expect(known.rows).toMatchObject({ toAdd: [], toDelete: [] });
  const before = await look({ ...moved, base: [] });
  expect(before.plan.options).toEqual(['a', 'b', 'c']);
  expect(before.rows).toMatchObject({ toAdd: [{ text: 'c' }], toDelete: [] });
});

describe('a source that is a dropdown', () => {
  const dropdown = (options: string[]) => column('1', { type: 'PICKLIST', options });
  const given = { rows: saying('a'), options: ['a', '100.50', '50%'], base: ['a'] };

  test('gets rows for new options that its list lacks, and for those that it has', async () => {
    const { plan, rows } = await look({ ...given, sourceColumn: dropdown(['a', '50%']) });
    expect(plan.verdict).toBe('write');
    expect(rows.toAdd.map(({ text }) => text)).toEqual(['100.50', '50%']);
  });

  test.each([
    ['its list may not be changed', { sourceAccess: 'EDITOR' }, 'source_list_no_right', {}],
    [
      'its list would be too long',
      { limits: { maxOptions: 3, maxOptionLength: 9 }, sourceColumn: dropdown(['a', 'x']) },
      'source_list_full',
      { found: 4, allowed: 3 },
    ],
    [
      'another automation fills its list',
      { isSourceListFilled: async () => true },
      'source_list_claimed',
      {},
    ],
  ] as const)('is refused where %s, and nothing is forgotten', async (_why, more, reason, figures) => {
    const { plan } = await look({ ...given, sourceColumn: dropdown(['a']), ...more });
    expect(plan).toMatchObject({ verdict: 'refused', reason, figures });
    expect(plan.state.baseHashes).toEqual([hash.of('a', { ignoreCase: false })]);
  });

  test.each([{ sourceAccess: 'EDITOR' }, { isSourceListFilled: async () => true }] as const)(
    'needs no right on its list where the list has every new option',
    async (more) => {
      const sourceColumn = dropdown(['a', '100.50', '50%']);
      expect((await look({ ...given, sourceColumn, ...more })).plan.verdict).toBe('write');
    },
  );
});

describe('columns that are new to each other', () => {
  const given = { rows: saying('a'), options: ['a', 'b', 'c'], base: [], asksBeforeRows: true };

  test('get no rows before a person has approved exactly these', async () => {
    const { plan, rows } = await look(given);
    expect(plan).toMatchObject({
      verdict: 'waiting_review',
      reason: 'rows_would_come',
      figures: { found: 2 },
    });
    expect(rows.toAdd).toHaveLength(2);
    const seen: unknown[] = [];
    const isApproved = (...asked: unknown[]) => seen.push(asked) > 0;
    expect((await look({ ...given, isApproved })).plan.verdict).toBe('write');
    const current = ['a', 'b', 'c'];
    expect(seen).toEqual([[{ current, next: current, newRows: ['b', 'c'] }, 'rows_would_come']]);
  });

  test('ask nothing where no row would come', async () => {
    expect((await look({ ...given, options: ['a'] })).plan.verdict).toBe('unchanged');
    expect((await look({ ...given, options: [] })).plan.verdict).toBe('write');
  });
});

test('a list that arrived late is nobody’s edit: nothing is deleted because of it', async () => {
  const late = { rows: abc(), options: ['a', 'b'], base: ['a', 'b', 'c'] };
  const { plan, rows } = await look({ ...late, lateWrite: () => false });
  expect(plan).toMatchObject({ verdict: 'write', options: ['a', 'b', 'c'] });
  expect(rows.toDelete).toEqual([]);
  expect((await look({ ...late, lateWrite: () => true })).plan).toMatchObject({ reason: 'rows_would_go' });
});
