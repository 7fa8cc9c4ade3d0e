import { type AutomationSettings, defaultSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { findSourceColumns, sheetNeeds } from './sheet-needs.ts';

const columns = { sourceSheetId: 's', sourceColumnId: '1', sheetId: 't', targetColumnId: '9' };
const automation = (settings: Partial<AutomationSettings> = {}) => ({
  ...columns,
  settings: { ...defaultSettings, ...settings },
});
const rule = (columnId: string) => ({
  columnId,
  columnName: 'Column',
  operator: 'is_blank' as const,
  value: null,
});
const none = { sourceColumnIds: [], targetColumnIds: [], usedColumnIds: [] };

test('the source is read for its own column, its filters and its labels, each once and its own first', () => {
  const settings: Partial<AutomationSettings> = {
    filters: { match: 'all', rules: [rule('2'), rule('1')] },
    labelTemplate: {
      template: '{1} {2}',
      columns: [
        { columnId: '3', columnName: 'City' },
        { columnId: '2', columnName: 'Status' },
      ],
    },
  };
  expect(findSourceColumns(automation(settings))).toEqual(['1', '2', '3']);
  expect(findSourceColumns(automation())).toEqual(['1']);
});

test('the definition of a target is read, and its cells only where they are needed', () => {
  const target = { ...none, sheetId: 't', targetColumnIds: ['9'] };
  expect(sheetNeeds([automation()]).get('t')).toEqual(target);
  const counted = { ...target, usedColumnIds: ['9'] };
  expect(sheetNeeds([automation({ mode: 'keep_used' })]).get('t')).toEqual(counted);
  expect(sheetNeeds([{ ...automation(), countUses: true }]).get('t')).toEqual(counted);
});

test('a sheet is read once for all automations that use it, on whichever side', () => {
  const chained = {
    ...automation(),
    sourceSheetId: 't',
    sourceColumnId: '9',
    sheetId: 'u',
    targetColumnId: '7',
  };
  expect(Object.fromEntries(sheetNeeds([automation(), chained]))).toEqual({
    s: { ...none, sheetId: 's', sourceColumnIds: ['1'] },
    t: { ...none, sheetId: 't', sourceColumnIds: ['9'], targetColumnIds: ['9'] },
    u: { ...none, sheetId: 'u', targetColumnIds: ['7'] },
  });
});
