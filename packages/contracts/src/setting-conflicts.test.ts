import { describe, expect, test } from 'vitest';
import { defaultSettings } from './automation-settings.ts';
import { reportsNotTwoWay, settingConflicts } from './setting-conflicts.ts';

describe('settings', () => {
  test('addresses go with plain names only, and one way', () => {
    const addressColumn = { columnId: '2', columnName: 'Email' };
    const conflicts = (more: object) =>
      settingConflicts({ ...defaultSettings, addressColumn, ...more }).map(({ name }) => name);
    expect(conflicts({})).toEqual([]);
    expect(conflicts({ splitValues: ';' })).toEqual(['splitValues']);
    expect(conflicts({ labelTemplate: { template: '{1}', columns: [addressColumn] } })).toEqual([
      'labelTemplate',
    ]);
    expect(conflicts({ mode: 'two_way' })).toEqual(['mode']);
    expect(conflicts({ renames: 'follow' })).toEqual(['renames']);
  });

  test('a report cannot be two-way', () => {
    const settings = { ...defaultSettings, sourceKind: 'report' as const };
    expect(settingConflicts({ ...settings, renames: 'follow', graceDays: 7 })).toEqual([]);
    expect(settingConflicts({ ...settings, mode: 'two_way' })).toEqual([
      { name: 'mode', message: reportsNotTwoWay },
    ]);
  });

  test.each([
    ['twice in one list', { pinnedFirst: ['Other', 'Other'] }, ['pinnedFirst']],
    ['first and last', { pinnedFirst: ['Other'], pinnedLast: ['Other'] }, ['pinnedLast']],
    ['but for spaces', { pinnedFirst: ['No  one', 'No one'] }, ['pinnedFirst']],
    [
      'but for capitals, where they do not count',
      { pinnedLast: ['a', 'A'], ignoreCase: true },
      ['pinnedLast'],
    ],
    ['but for capitals, where they count', { pinnedLast: ['a', 'A'] }, []],
  ])('an option is not pinned %s', (_how, settings, names) => {
    expect(settingConflicts({ ...defaultSettings, ...settings }).map(({ name }) => name)).toEqual(names);
  });

  test('exclude each other where a row could not give its option again', () => {
    expect(settingConflicts({ ...defaultSettings, mode: 'two_way' })).toEqual([]);
    expect(settingConflicts({ ...defaultSettings, graceDays: 7 })).toEqual([]);
    const conflicts = settingConflicts({
      ...defaultSettings,
      mode: 'two_way',
      splitValues: ',',
      graceDays: 7,
    });
    expect(conflicts.map(({ name }) => name)).toEqual(['splitValues', 'graceDays']);
  });
});
