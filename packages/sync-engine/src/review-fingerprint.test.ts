import { defaultSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { isReviewOf, reviewFingerprint } from './review-fingerprint.ts';
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
  expect(of({ current: ['canary'] })).toMatch(/^[\w-]+:[\w-]{22}$/);
});

test('a stored fingerprint stands for its replacement and no other', () => {
  expect(isReviewOf(of(), seen)).toBe(true);
  expect(isReviewOf(of(), { ...seen, next: ['d'] })).toBe(false);
  expect(isReviewOf(null, seen)).toBe(false);
});
