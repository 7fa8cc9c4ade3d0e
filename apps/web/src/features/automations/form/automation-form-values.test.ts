import { expect, test } from 'vitest';
import { automation } from '../../../testing/automations.ts';
import { checkAutomation, emptyAutomation, toEdit, toValues } from './automation-form-values.ts';

const before = automation();
const values = toValues(before);

/** What would be sent for these values. */
const editFor = (changed: Partial<typeof values>) => {
  const { body } = checkAutomation({ ...values, ...changed });
  return body && toEdit(body, before);
};

test('a form with nothing in it lacks everything, in the words of the contract', () => {
  expect(checkAutomation(emptyAutomation).errors).toEqual({
    name: 'Automation name is required',
    sourceSheet: 'Source sheet ID is required',
    sourceColumn: 'Source column ID is required',
    targetSheet: 'Destination sheet ID is required',
    targetColumn: 'Destination column ID is required',
  });
});

test.each(['', '-1', '101', '12.5', 'half', '1e2'])('“%s” is no removal limit', (maxRemovalPercent) => {
  expect(checkAutomation({ ...values, maxRemovalPercent }).errors).toEqual({
    maxRemovalPercent: 'Please enter a whole number from 0 to 100',
  });
});

test.each([
  ['nothing for nothing', {}, {}],
  ['the name alone', { name: ' Clients ' }, { name: 'Clients' }],
  ['the removal limit as a number', { maxRemovalPercent: '80' }, { maxRemovalPercent: 80 }],
  ['the duplicates', { removeDuplicates: false }, { removeDuplicates: false }],
  [
    'another column with its name',
    { sourceColumn: { id: '1012', name: 'City' } },
    { sourceColumnId: '1012', sourceColumnName: 'City' },
  ],
  [
    'another sheet with its name and its column',
    { targetSheet: { id: '103', name: 'Projects' }, targetColumn: { id: '1032', name: 'Phase' } },
    { sheetId: '103', sheetName: 'Projects', targetColumnId: '1032', targetColumnName: 'Phase' },
  ],
  [
    'another sheet with its column, even if that has the same id',
    { sourceSheet: { id: '103', name: 'Projects' } },
    {
      sourceSheetId: '103',
      sourceSheetName: 'Projects',
      sourceColumnId: '1011',
      sourceColumnName: 'Client name',
    },
  ],
])('an edit sends %s', (_what, changed, edit) => {
  expect(editFor(changed)).toEqual(edit);
});

test('an automation without the name of its source can be edited', () => {
  const legacy = automation({ sourceSheetName: null });
  const { body } = checkAutomation({ ...toValues(legacy), name: 'New name' });
  expect(body && toEdit(body, legacy)).toEqual({ name: 'New name' });
});
