import { expect, test } from 'vitest';
import { nameSettings } from './look-up-columns.ts';

const sheet = {
  columns: [
    { id: '1', title: 'Active now' },
    { id: '2', title: 'City' },
  ],
};
const rule = (columnId: string) => ({
  columnId,
  columnName: 'as it was',
  operator: 'is_checked' as const,
  value: null,
});
const label = (columnId: string) => ({ template: '{1}', columns: [{ columnId, columnName: 'as it was' }] });

test('the columns of filters and labels have the names that Smartsheet gives them', () => {
  const settings = {
    filters: { match: 'any' as const, rules: [rule('1')] },
    labelTemplate: label('2'),
    addressColumn: { columnId: '2', columnName: 'as it was' },
  };
  expect(nameSettings(sheet, settings)).toMatchObject({
    filters: { match: 'any', rules: [{ columnId: '1', columnName: 'Active now', operator: 'is_checked' }] },
    labelTemplate: { template: '{1}', columns: [{ columnId: '2', columnName: 'City' }] },
    addressColumn: { columnId: '2', columnName: 'City' },
  });
  expect(nameSettings(null, { filters: null, labelTemplate: null, addressColumn: null })).toEqual({
    filters: null,
    labelTemplate: null,
    addressColumn: null,
  });
});

test('a column that is not in the source sheet is told at its rule', () => {
  const filters = { match: 'all' as const, rules: [rule('1'), rule('9')] };
  expect(() => nameSettings(sheet, { filters, labelTemplate: label('8'), addressColumn: null })).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      errors: {
        'filters.rules.1.columnId': 'This column is no longer in the sheet',
        'labelTemplate.columns.0.columnId': 'This column is no longer in the sheet',
      },
    }),
  );
  expect(() => nameSettings(null, { filters, labelTemplate: null, addressColumn: null })).toThrow(
    expect.objectContaining({ code: 'source_not_found' }),
  );
});
