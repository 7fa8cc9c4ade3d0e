import { defaultSettings as settings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { sourceFindings } from './source-findings.ts';
import { rowNames, sourceValues } from './source-values.ts';
import { hash, planned } from './testing/planned.ts';
import { toRenaming } from './testing/renaming.ts';
import { cell, choices, toRows } from './testing/rows.ts';

// Whoever may fill a sheet decides what is in it, and a run that takes minutes holds up everybody else's. Without a limit
// each of these takes minutes or all memory, so that the time limit of a test is enough to tell.

/** What takes the square of its length to be put in order. */
const marks = '\u0323\u0301'.repeat(1_900);
const numbered = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => `${text}${(index * 7_919) % count}`);

const column = { id: '1', type: 'TEXT_NUMBER' } as const;

test('a source full of marks that no language has is read, sorted and compared like any other', () => {
  const rows = toRows(...numbered(2_000, `a${marks}`).map((value) => [cell('1', value)]));
  const found = sourceValues({ rows, column, settings });
  expect(found.values).toHaveLength(2_000);
  const values = found.values.slice(0, 450);
  expect(planned({ values, settings: { order: 'ascending', ignoreCase: true } })).toMatchObject({
    verdict: 'write',
  });
  expect(sourceFindings(found, { ignoreCase: false }).lookAlikes).toEqual([]);
});

test('long texts that all begin alike are sorted by their beginning, and then by their characters', () => {
  const values = numbered(1_000, 'é'.repeat(3_900));
  const result = planned({ values, settings: { order: 'descending' } });
  expect(result).toMatchObject({ verdict: 'refused', reason: 'too_many_options', figures: { found: 1_000 } });
  expect(result.options.slice(0, 2)).toEqual([999, 998].map((n) => `${'é'.repeat(3_900)}${n}`));
});

test('a label that names a column again and again ends where no option could go on', () => {
  const value = 'x'.repeat(4_000);
  const labelTemplate = { template: '{1}'.repeat(66), columns: [{ columnId: '1', columnName: 'Name' }] };
  const rows = toRows([cell('1', value)]);
  const { values } = sourceValues({ rows, column, settings: { ...settings, labelTemplate } });
  expect(values[0]?.length).toBe(8_000);
  expect(planned({ values })).toMatchObject({ verdict: 'refused', reason: 'option_too_long' });
});

test('cells that split into hundreds of thousands of values leave out repeats, and nothing that is new', () => {
  const many = Array.from({ length: 110 }, () => [cell('1', 'a,'.repeat(2_000))]);
  const rows = toRows(...many, [cell('1', 'last')]);
  const { values } = sourceValues({ rows, column, settings: { ...settings, splitValues: ',' } });
  expect(values).toHaveLength(200_001);
  expect(new Set(values)).toEqual(new Set(['a', 'last']));
});

test('cells that split into millions of values, each another, are a list that is too long, and counted no further', () => {
  const cells = Array.from({ length: 4_000 }, (_, row) => {
    const parts = Array.from({ length: 100 }, (__, index) => `${row}_${index}`);
    return [cell('1', parts.join(','))];
  });
  const { values } = sourceValues({
    rows: toRows(...cells),
    column,
    settings: { ...settings, splitValues: ',' },
  });
  expect(values).toHaveLength(200_000);
  expect(planned({ values, currentOptions: ['0_0'] })).toMatchObject({
    verdict: 'refused',
    reason: 'too_many_options',
  });
});

const severalNames = (rows: number, names: number, text: string) =>
  Array.from({ length: rows }, () => numbered(names, text));

test('names that all change at once in cells of several are compared once for each row', () => {
  const [before, now] = ['Old', 'New'].map((text) => severalNames(200, 4_000, text));
  const renaming = toRenaming({ before: before ?? [], now: now ?? [], hash });
  const currentOptions = numbered(4_000, 'Old');
  const given = { values: numbered(4_000, 'New'), currentOptions, settings: { renames: 'follow' } as const };
  const plan = planned({ ...given, renaming });
  expect([plan.renames?.list, plan.added.length, plan.removed.length]).toEqual([[], 4_000, 4_000]);
});

test('more names in cells of several than can be followed are added and removed, and what was begun is kept', () => {
  const several = { ...column, type: 'MULTI_PICKLIST' } as const;
  const countRows = (rows: number) => {
    const cells = severalNames(rows, 400, 'New').map((names) => [choices('1', ...names)]);
    return rowNames({ rows: toRows(...cells), column: several, settings })?.size;
  };
  expect([250, 251].map(countRows)).toEqual([250, undefined]);

  const pairs = [{ from: hash.of('Acme', settings), to: hash.of('Acme GmbH', settings) }];
  const renaming = { ...toRenaming({ before: ['Acme'], now: [], pairs, hash }), rows: null };
  const given = { values: ['Acme GmbH'], currentOptions: ['Acme'], settings: { renames: 'follow' } as const };
  const plan = planned({ ...given, renaming });
  expect(plan).toMatchObject({
    verdict: 'write',
    options: ['Acme GmbH'],
    warnings: ['names_not_remembered'],
  });
  expect(plan.renames).toMatchObject({ list: [], isKnown: false, memory: { names: null, pairs } });
});
