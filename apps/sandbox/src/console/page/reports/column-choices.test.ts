import { expect, test } from 'vitest';
import type { Column } from '../contract.ts';
import { findColumnChoices, toKey } from './column-choices.ts';

const column = (title: string, more: Partial<Column> = {}) =>
  ({ title, type: 'TEXT_NUMBER', ...more }) as Column;

test('each title and type is offered once, with the name of the sheet first', () => {
  const choices = findColumnChoices([
    column('Task', { primary: true }),
    column('Name', { primary: true }),
    column('Region'),
    column('region'),
    column('Region', { type: 'PICKLIST' }),
    column('Changed', { systemColumnType: 'MODIFIED_BY' }),
  ]);
  expect(choices.map(toKey)).toEqual(['sheet name', 'primary', 'TEXT_NUMBER region', 'PICKLIST region']);
  expect(findColumnChoices([])).toEqual([]);
});
