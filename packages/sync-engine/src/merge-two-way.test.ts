import { type AutomationSettings, defaultSettings } from '@picksync/contracts';
import { describe, expect, test } from 'vitest';
import { type MergeInput, mergeTwoWay } from './merge-two-way.ts';
import { toBaseHashes } from './run-state.ts';
import { hash } from './testing/planned.ts';

const toHashes = (options: string[], settings: Partial<AutomationSettings> = {}) =>
  toBaseHashes({ options, settings: { ...defaultSettings, mode: 'two_way', ...settings }, hash });
const none = { values: [], gone: [], toAdd: [], toDelete: [], putBack: [] };

function merge(
  base: string[],
  sourceValues: string[],
  currentOptions: string[],
  {
    settings = {},
    ...more
  }: Partial<Omit<MergeInput, 'settings'>> & { settings?: Partial<AutomationSettings> } = {},
) {
  return mergeTwoWay({
    base: toHashes(base, settings),
    sourceValues,
    currentOptions,
    settings: { ...defaultSettings, ...settings },
    hash,
    ...more,
  });
}

describe('the merge of both sides', () => {
  test('a new row becomes an option, and a new option a row', () => {
    expect(merge(['a'], ['a', 'row'], ['option', 'a'])).toEqual({
      ...none,
      values: ['a', 'row', 'option'],
      toAdd: ['option'],
    });
  });

  test('a deleted row takes its option along, and a deleted option asks for its rows', () => {
    expect(merge(['a', 'b', 'c'], ['a', 'b'], ['a', 'c'])).toEqual({
      ...none,
      values: ['a'],
      gone: ['c'],
      toDelete: ['b'],
    });
  });

  test('a value that is gone on both sides is gone', () => {
    expect(merge(['a', 'b'], ['a'], ['a'])).toEqual({ ...none, values: ['a'] });
  });

  test('a value that was added on both sides is one value', () => {
    expect(merge(['a'], ['a', 'b'], ['b', 'a'])).toEqual({ ...none, values: ['a', 'b'] });
  });

  test('a value deleted on one side and since added again on the other stays', () => {
    // It left the base with the run that saw it go.
    expect(merge(['a'], ['a'], ['a', 'b'])).toMatchObject({ values: ['a', 'b'], toAdd: ['b'] });
    expect(merge(['a'], ['a', 'b'], ['a'])).toMatchObject({ values: ['a', 'b'], toDelete: [] });
  });

  test('a value whose rows must stay comes back into the dropdown', () => {
    expect(merge(['a', 'b'], ['a', 'b'], ['a'], { mustStay: (value) => value === 'b' })).toEqual({
      ...none,
      values: ['a', 'b'],
      putBack: ['b'],
    });
  });

  test('a value for which a row was just added is not added again', () => {
    const sent = new Set(toHashes(['b']));
    expect(merge(['a'], ['a'], ['a', 'b'], { sent })).toEqual({ ...none, values: ['a', 'b'] });
    expect(merge([], ['a'], ['a', 'b'], { sent })).toEqual({ ...none, values: ['a', 'b'] });
  });
});

describe('a merge without a readable base', () => {
  const union = { ...none, values: ['a', 'row', 'option'], toAdd: ['option'] };

  test('keeps everything on both sides', () => {
    expect(merge([], ['a', 'row'], ['option', 'a'])).toEqual(union);
  });

  test('takes the base for unreadable when one hash has a lost key', () => {
    const base = [...toHashes(['row', 'option']), 'k0:a'];
    expect(merge([], ['a', 'row'], ['option', 'a'], { base })).toEqual(union);
  });
});

describe('a single value', () => {
  test('texts that differ by white space or composition are', () => {
    expect(merge(['Café Noir'], ['Café Noir'], ['Cafe\u0301  Noir '])).toEqual({
      ...none,
      values: ['Café Noir'],
    });
    expect(merge([], [], ['a  b '])).toEqual({ ...none, values: ['a  b '], toAdd: ['a b'] });
  });

  test('upper and lower case are with `ignoreCase`, and not without', () => {
    expect(merge([], ['ACME'], ['Acme'], { settings: { ignoreCase: true } })).toEqual({
      ...none,
      values: ['ACME'],
    });
    expect(merge([], ['ACME'], ['Acme'])).toMatchObject({ values: ['ACME', 'Acme'], toAdd: ['Acme'] });
    expect(merge(['Acme'], ['ACME'], [], { settings: { ignoreCase: true } })).toMatchObject({
      toDelete: ['ACME'],
    });
  });

  test('a merge loses nothing when the setting for case differs from that of the base', () => {
    const base = toHashes(['Acme', 'Bolt']);
    expect(merge([], ['Acme'], ['Bolt'], { base, settings: { ignoreCase: true } })).toEqual({
      ...none,
      values: ['Acme', 'Bolt'],
      toAdd: ['Bolt'],
    });
  });

  test.each([['#REF'], ['#NO MATCH'], [' '], ['\u200b']])(
    'an option that no cell can say, %j, stays and becomes no row',
    (option) => {
      expect(merge([], ['a'], ['a', option])).toEqual({ ...none, values: ['a', option] });
      expect(merge([option], ['a'], ['a', option])).toEqual({ ...none, values: ['a', option] });
    },
  );
});

describe('pinned options', () => {
  const settings = { pinnedLast: ['Other'] };

  test('never become rows, and their rows are never deleted', () => {
    expect(merge([], ['a'], ['a', 'Other'], { settings })).toEqual({ ...none, values: ['a'] });
    expect(merge(['a', 'Other'], ['a', 'Other'], ['a'], { settings })).toEqual({ ...none, values: ['a'] });
  });

  test('leave the dropdown when they are pinned no longer, unless the source has them', () => {
    expect(merge(['a', 'Other'], ['a'], ['a', 'Other'])).toMatchObject({ gone: ['Other'], toAdd: [] });
    expect(merge(['a', 'Other'], ['a', 'Other'], ['a', 'Other'])).toMatchObject({ values: ['a', 'Other'] });
  });
});
