import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  automationSettings,
  contactsVersion,
  defaultSettings,
  findAdvancedSettings,
  getSettingsVersion,
  settingFieldsWithDefaults,
  settingNames,
  settingsVersion,
  supportedSettings,
} from './automation-settings.ts';
import { unusualSettings } from './testing/unusual-settings.ts';

const request = z.strictObject(automationSettings.shape).partial();

describe('settings', () => {
  test('the defaults are what a request gets that says nothing, and they are valid', () => {
    expect(z.strictObject(settingFieldsWithDefaults).parse({})).toEqual(defaultSettings);
    expect(automationSettings.parse(defaultSettings)).toEqual(defaultSettings);
  });

  test('can be chosen in any mode, and are known to a worker', () => {
    expect(request.safeParse({ ...defaultSettings, mode: 'keep_used', graceDays: 7 }).success).toBe(true);
    expect(supportedSettings({ ...defaultSettings, mode: 'two_way', settingsVersion: 1 })).not.toBeNull();
  });

  test('may be given with the value that they have by default', () => {
    expect(request.parse(defaultSettings)).toEqual(defaultSettings);
  });

  test.each([-1, 101, 0.5, '50'])('%j percent cannot be the most that is removed', (maxRemovalPercent) => {
    expect(request.safeParse({ maxRemovalPercent }).success).toBe(false);
  });

  test('hold at most five filters', () => {
    const rule = { columnId: '1', columnName: 'City', operator: 'equals', value: 'x' };
    const filters = { match: 'any', rules: Array.from({ length: 6 }, () => rule) };
    const { error } = automationSettings.safeParse({ ...defaultSettings, filters });
    expect(error?.issues[0]?.message).toBe('At most 5 filters');
  });

  test('are known to a worker by their version, and to none that is older', () => {
    expect(getSettingsVersion({ ...defaultSettings, maxRemovalPercent: 7 })).toBe(1);
    const row = { ...defaultSettings, settingsVersion: 1 };
    expect(supportedSettings(row)).toEqual(defaultSettings);
    expect(supportedSettings({ ...row, settingsVersion: settingsVersion + 1 })).toBeNull();
    expect(supportedSettings({ ...row, mode: 'swap' })).toBeNull();
    expect(getSettingsVersion({ ...defaultSettings, graceDays: 7 })).toBe(2);
    const addressColumn = { columnId: '2', columnName: 'Email' };
    expect(getSettingsVersion({ ...defaultSettings, addressColumn })).toBe(contactsVersion);
    expect(getSettingsVersion({ ...defaultSettings, sourceKind: 'report' })).toBe(8);
  });

  test.each(settingNames)('a worker of this version knows a row that uses %s', (name) => {
    const settings = { ...defaultSettings, [name]: unusualSettings[name] };
    const row = { ...settings, settingsVersion: getSettingsVersion(settings) };
    expect(supportedSettings(row), 'raise settingsVersion to the version in addedIn').not.toBeNull();
  });

  test.each([
    ['greater', 'many', 'Please enter a number'],
    ['before', '2026-02-31x', 'Please enter a date'],
    ['equals', null, 'Please enter what to compare with'],
    ['contains', '  ', 'Please enter what to compare with'],
  ])('a filter that asks whether a cell is %s %j is refused', (operator, value, message) => {
    const filters = { match: 'all', rules: [{ columnId: '1', columnName: 'City', operator, value }] };
    const { error } = automationSettings.safeParse({ ...defaultSettings, filters });
    expect(error?.issues).toMatchObject([{ message, path: ['filters', 'rules', 0, 'value'] }]);
  });

  test.each(['{1}', '{1} {3}', 'no place', '{1} {2} {3}'])(
    'a label of two columns cannot be %j',
    (template) => {
      const columns = [
        { columnId: '1', columnName: 'Client' },
        { columnId: '2', columnName: 'City' },
      ];
      const settings = { ...defaultSettings, labelTemplate: { template, columns } };
      expect(automationSettings.safeParse(settings).success).toBe(false);
    },
  );

  test('belong to Premium only where they are used', () => {
    expect(findAdvancedSettings({ ...defaultSettings, mode: 'keep_used', order: 'ascending' })).toEqual([]);
    expect(findAdvancedSettings({ ...defaultSettings, pinnedLast: ['Other'] })).toEqual(['pinnedLast']);
  });
});
