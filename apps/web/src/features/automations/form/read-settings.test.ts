import { expect, test } from 'vitest';
import { emptyAutomation, readSettings } from './automation-form-values.ts';

const rule = { columnId: '1', columnName: 'City', operator: 'is_blank' as const, value: '' };
const filters = { match: 'all' as const, rules: [rule] };

test('settings that are excluded by another one are as usual, and need not be right', () => {
  const entries = { ...emptyAutomation, mode: 'two_way' as const, graceDays: 'seven', filters };
  const { settings, problems, conflicts } = readSettings(entries);
  expect(settings).toMatchObject({ mode: 'two_way', graceDays: 0, filters: null });
  expect(problems).toEqual({});
  expect(Object.keys(conflicts).sort()).toEqual([
    'drift',
    'filters',
    'graceDays',
    'labelTemplate',
    'renames',
    'splitValues',
  ]);
});

test('an invalid value is a problem, and so is a setting whose column is known to be gone', () => {
  const entries = { ...emptyAutomation, graceDays: '91', filters };
  expect(readSettings(entries).problems).toEqual({ graceDays: 'Please enter a whole number from 0 to 90' });
  expect(Object.keys(readSettings(entries, []).problems).sort()).toEqual(['filters', 'graceDays']);
});
