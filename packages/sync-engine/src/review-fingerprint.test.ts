import { defaultSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { changedSide, matchesReview, reviewFingerprint } from './review-fingerprint.ts';
import { hash } from './testing/planned.ts';

const seen = { current: ['a', 'b'], next: ['c'], settings: defaultSettings, hash };
const of = (changes: Partial<Parameters<typeof reviewFingerprint>[0]> = {}) =>
  reviewFingerprint({ ...seen, ...changes });

test('the same lists and settings have the same fingerprint, in whatever order the settings come', () => {
  const reversed = Object.fromEntries(Object.entries(defaultSettings).reverse()) as typeof defaultSettings;
  expect(of({ settings: reversed })).toBe(of());
});

test.each([
  ['the list in the dropdown', { current: ['a'] }],
  ['its order', { current: ['b', 'a'] }],
  ['the list that replaces it', { next: ['c', 'd'] }],
  ['what moved from one list to the other', { current: ['a'], next: ['b', 'c'] }],
  ['the rows that go with it', { rows: ['["1",[]]'] }],
  ['the rows that come with it', { newRows: ['d'] }],
  ['the sheets that the report reads', { fewerSheets: { found: 7, before: 9 } }],
  ['a setting', { settings: { ...defaultSettings, maxRemovalPercent: 60 } }],
])('a change of %s gives another fingerprint', (_what, changes) => {
  expect(of(changes)).not.toBe(of());
});

test('another row, or the same with something else in it, gives another fingerprint', () => {
  const prints = [of({ rows: ['1'] }), of({ rows: ['2'] }), of({ rows: ['1', '2'] }), of()];
  expect(new Set(prints).size).toBe(prints.length);
  expect(of({ rows: [] })).toBe(of());
});

test('no option can be read from it', () => {
  expect(of({ current: ['canary'] })).toMatch(/^[\w-]+:[\w-]{22}\.[\w-]+:[\w-]{22}$/);
});

test('a column that is renamed changes no fingerprint', () => {
  const filtered = (columnName: string) => {
    const rules = [{ columnId: '1', columnName, operator: 'is_blank' as const, value: null }];
    return { settings: { ...defaultSettings, filters: { match: 'all' as const, rules } } };
  };
  expect(of(filtered('Phase'))).toBe(of(filtered('Stage')));
  expect(of(filtered('Phase'))).not.toBe(of());
});

test.each([
  ['the source', { next: ['d'] }, 'source'],
  ['the dropdown', { current: ['a'], next: ['d'] }, 'target'],
] as const)('a fingerprint that does not hold any more tells that %s has changed', (_what, changes, side) => {
  expect(changedSide(of(), { ...seen, ...changes })).toBe(side);
});

test('a fingerprint of an earlier version holds, and does not tell which side has changed', () => {
  const earlier = of().split('.')[0] ?? '';
  expect(matchesReview(earlier, seen)).toBe(true);
  expect(changedSide(earlier, seen)).toBeNull();
});

test('a stored fingerprint stands for its replacement and no other', () => {
  expect(matchesReview(of(), seen)).toBe(true);
  expect(matchesReview(of(), { ...seen, next: ['d'] })).toBe(false);
  expect(matchesReview(null, seen)).toBe(false);
});
