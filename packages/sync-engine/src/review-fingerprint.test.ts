import { defaultSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';
import { reviewFingerprint } from './review-fingerprint.ts';

const hash = (options: readonly string[]) => fingerprintOf({ key: Buffer.from('key'), options });
const seen = { current: ['a', 'b'], next: ['c'], settings: defaultSettings, hash };
const of = (changes: Partial<typeof seen> = {}) => reviewFingerprint({ ...seen, ...changes });

test('the same lists and settings have the same fingerprint, in whatever order the settings come', () => {
  const reversed = Object.fromEntries(Object.entries(defaultSettings).reverse()) as typeof defaultSettings;
  expect(of({ settings: reversed })).toBe(of());
});

test.each([
  ['the list in the dropdown', { current: ['a'] }],
  ['its order', { current: ['b', 'a'] }],
  ['the list that replaces it', { next: ['c', 'd'] }],
  ['what moved from one list to the other', { current: ['a'], next: ['b', 'c'] }],
  ['a setting', { settings: { ...defaultSettings, maxRemovalPercent: 60 } }],
])('a change of %s gives another fingerprint', (_what, changes) => {
  expect(of(changes)).not.toBe(of());
});

test('no option can be read from it', () => {
  expect(of({ current: ['canary'] })).toMatch(/^[\w-]{43}$/);
});
