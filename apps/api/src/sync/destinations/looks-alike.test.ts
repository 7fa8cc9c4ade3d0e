import { defaultSettings } from '@picksync/contracts';
import { spellingKey } from '@picksync/sync-engine';
import { describe, expect, test } from 'vitest';
import { getFirstSync, getLikeness, toNameKey } from './looks-alike.ts';

const list = (count: number) => Array.from({ length: count }, (_, index) => `Value ${index}`);
const wanted = new Set(list(42));
const names = new Set(['client', 'client name']);

const likeness = (title: string, options: string[], settings = defaultSettings) =>
  getLikeness({ title, options }, { wanted, names, settings });

describe('a column looks like a list', () => {
  test.each([
    ['named alike, without options', 'Client', [], true],
    ['named alike but for case and signs', '  CLIENT-Name ', [], true],
    ['named alike, with other options', 'Client', ['x', 'y'], true],
    ['with most of its options in the list', 'Customer', [...list(29), 'x', 'y'], true],
    ['with a third of its options in the list', 'Company', [...list(2), 'x', 'y', 'z', 'u'], true],
    ['with less', 'Company', [...list(2), 'x', 'y', 'z', 'u', 'v'], false],
    ['with one option in common', 'Company', ['Value 1'], false],
    ['with none', 'Phase', ['Open', 'Done'], false],
  ])('%s', (_what, title, options, isAlike) => {
    expect(likeness(title, options).isAlike).toBe(isAlike);
  });

  test('ignores white space in its options, and case where the automation does', () => {
    expect(likeness('Other', [' value  1', 'VALUE 2', 'Value 3 ']).matchingCount).toBe(1);
    const ignoring = { ...defaultSettings, ignoreCase: true };
    const lower = new Set(list(42).map((text) => spellingKey(text, ignoring)));
    const options = [' value  1', 'VALUE 2', 'Value 3 '];
    const seen = getLikeness({ title: 'Other', options }, { wanted: lower, names, settings: ignoring });
    expect(seen.matchingCount).toBe(3);
  });
});

test('names are compared by their words', () => {
  expect(toNameKey('Client (name)')).toBe('client name');
  expect(toNameKey('日本 – 顧客')).toBe('日本 顧客');
  expect(toNameKey('***')).toBe('');
});

describe('the first sync', () => {
  const of = (options: string[], settings = defaultSettings) =>
    getFirstSync(likeness('Client', options, settings), { listSize: wanted.size, settings });

  test('adds what is missing and removes what is not in the list', () => {
    expect(of([...list(38), 'x', 'y'])).toEqual({ added: 4, removed: 2, needsReview: false });
    expect(of([])).toEqual({ added: 42, removed: 0, needsReview: false });
  });

  test('asks first when it would remove most', () => {
    const others = Array.from({ length: 15 }, (_, index) => `Other ${index}`);
    expect(of([...list(11), ...others])).toEqual({ added: 31, removed: 15, needsReview: true });
  });

  test.each([{ mode: 'add_only' }, { mode: 'two_way' }, { graceDays: 7 }] as const)(
    'removes nothing with %o',
    (setting) => {
      expect(of(['x', 'y'], { ...defaultSettings, ...setting })).toMatchObject({ removed: 0 });
    },
  );
});
