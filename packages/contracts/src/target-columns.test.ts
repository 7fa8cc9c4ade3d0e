import { describe, expect, test } from 'vitest';
import { isSheetWritable, targetRefusal } from './target-columns.ts';

const dropdown = { type: 'PICKLIST', accessLevel: 'OWNER' };

describe('choosing a target column', () => {
  test.each([
    ['a dropdown of an own sheet can be filled', dropdown, null],
    [
      'a multi-select dropdown as an admin can be filled',
      { type: 'MULTI_PICKLIST', accessLevel: 'ADMIN' },
      null,
    ],
    ['a text column is not a dropdown', { ...dropdown, type: 'TEXT_NUMBER' }, 'not_dropdown'],
    ['a column of contacts', { ...dropdown, type: 'MULTI_CONTACT_LIST' }, null],
    [
      'a contact column that Smartsheet fills itself',
      { ...dropdown, type: 'CONTACT_LIST', systemColumnType: 'MODIFIED_BY' },
      'system',
    ],
    ['symbols have a fixed list', { ...dropdown, symbol: 'RYG' }, 'symbol'],
    ['a locked column is left alone', { ...dropdown, locked: true }, 'locked'],
    ['a system column is left alone', { ...dropdown, systemColumnType: 'AUTO_NUMBER' }, 'system'],
    ['an editor may not change dropdowns', { ...dropdown, accessLevel: 'EDITOR' }, 'no_right'],
    [
      'members that are null count as absent',
      { ...dropdown, symbol: null, systemColumnType: null, locked: null },
      null,
    ],
  ] as const)('%s', (_, candidate, refusal) => {
    expect(targetRefusal(candidate)).toBe(refusal);
  });

  test.each(['OWNER', 'ADMIN'])('%s may change dropdowns', (level) => {
    expect(isSheetWritable(level)).toBe(true);
  });

  test.each(['EDITOR', 'EDITOR_SHARE', 'COMMENTER', 'VIEWER', ''])('%s may not', (level) => {
    expect(isSheetWritable(level)).toBe(false);
  });
});
