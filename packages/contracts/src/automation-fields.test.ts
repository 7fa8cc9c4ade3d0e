import { describe, expect, test } from 'vitest';
import {
  createAutomationBody,
  editAutomationBody,
  previewBody,
  toAutomationName,
} from './automation-fields.ts';
import { fieldErrors } from './errors.ts';

const complete = {
  name: 'Clients into Time sheet',
  sheetId: '4583173393803140',
  sheetName: 'Time sheet',
  sourceSheetId: '2331373580117892',
  sourceSheetName: 'Clients',
  sourceColumnId: '7960873114331012',
  sourceColumnName: 'Client name',
  targetColumnId: '642523719853956',
  targetColumnName: 'Client',
};

describe('creating an automation', () => {
  test.each([
    ['name', 'Automation name is required'],
    ['sheetId', 'Destination sheet ID is required'],
    ['sheetName', 'Destination sheet name is required'],
    ['sourceSheetId', 'Source sheet ID is required'],
    ['sourceColumnId', 'Source column ID is required'],
    ['sourceColumnName', 'Source column name is required'],
    ['targetColumnId', 'Destination column ID is required'],
    ['targetColumnName', 'Destination column name is required'],
  ])('without %s it says: %s', (field, message) => {
    for (const missing of [undefined, '', '  ']) {
      const { error } = createAutomationBody.safeParse({ ...complete, [field]: missing });
      expect(fieldErrors(error?.issues ?? [])).toEqual({ [field]: message });
    }
  });

  test.each(['two\nlines', 'bell\u0007', 'a\u2028line'])(
    'a name cannot hold a control character: %j',
    (name) => {
      expect(createAutomationBody.safeParse({ ...complete, name }).success).toBe(false);
      expect(editAutomationBody.safeParse({ name }).success).toBe(false);
    },
  );

  test('the source sheet’s name may be missing', () => {
    const { sourceSheetName: _, ...withoutName } = complete;
    expect(createAutomationBody.safeParse(withoutName).success).toBe(true);
    expect(createAutomationBody.safeParse({ ...complete, sourceSheetName: null }).success).toBe(true);
  });

  test('duplicates are removed and the source is mirrored unless said otherwise', () => {
    expect(createAutomationBody.parse(complete)).toMatchObject({
      removeDuplicates: true,
      mode: 'mirror',
      order: 'source',
      maxRemovalPercent: 50,
      filters: null,
      pinnedFirst: [],
    });
    expect(createAutomationBody.parse({ ...complete, removeDuplicates: false }).removeDuplicates).toBe(false);
  });

  test('an id is digits, however it is sent', () => {
    expect(createAutomationBody.safeParse({ ...complete, sheetId: 4583173393803140 }).success).toBe(false);
    expect(createAutomationBody.safeParse({ ...complete, sheetId: '../users/me' }).success).toBe(false);
  });

  test('names are trimmed and have an end', () => {
    expect(createAutomationBody.parse({ ...complete, name: '  Clients ' }).name).toBe('Clients');
    const { error } = createAutomationBody.safeParse({ ...complete, name: 'x'.repeat(101) });
    expect(fieldErrors(error?.issues ?? [])).toEqual({ name: 'Please use at most 100 characters' });
  });

  test('the owner cannot be set', () => {
    expect(createAutomationBody.safeParse({ ...complete, userId: 'someone' }).success).toBe(false);
  });
});

test('a preview needs everything but the name', () => {
  const { name, ...choices } = complete;
  expect(previewBody.safeParse(choices).success).toBe(true);
  expect(previewBody.safeParse({ ...choices, name }).success).toBe(false);
});

describe('editing an automation', () => {
  const listErrors = (edit: unknown) => fieldErrors(editAutomationBody.safeParse(edit).error?.issues ?? []);

  test('changes only what is given, with no default slipping in', () => {
    expect(editAutomationBody.parse({ isActive: false })).toEqual({ isActive: false });
    expect(editAutomationBody.parse({ name: ' New ' })).toEqual({ name: 'New' });
  });

  test('every field can be changed', () => {
    const edit = {
      ...complete,
      removeDuplicates: false,
      isActive: true,
      maxRemovalPercent: 80,
      mode: 'mirror',
    };
    expect(editAutomationBody.parse(edit)).toEqual(edit);
  });

  test('an edit without a change is refused', () => {
    expect(listErrors({})).toEqual({ form: 'There is nothing to change' });
  });

  test('another sheet comes with its name and its column', () => {
    expect(listErrors({ sheetId: '1' })).toEqual({
      sheetName: 'Destination sheet name is required',
      targetColumnId: 'Destination column ID is required',
    });
    expect(listErrors({ sourceSheetId: '1' })).toEqual({ sourceColumnId: 'Source column ID is required' });
    expect(listErrors({ sourceColumnId: '1' })).toEqual({
      sourceColumnName: 'Source column name is required',
    });
  });

  test('a field that is given must be right', () => {
    expect(listErrors({ name: '' })).toEqual({ name: 'Automation name is required' });
    expect(listErrors({ isActive: 'yes' })).toHaveProperty('isActive');
    expect(listErrors({ lastError: null })).toHaveProperty('lastError');
  });
});

test('an automation that nobody has named gets a name that the form takes', () => {
  expect(toAutomationName('Client\nname', 'Sheet\u2028One')).toBe('Client name into Sheet One');
  expect(toAutomationName('x'.repeat(93), '😀😀')).toBe(`${'x'.repeat(93)} into`);
  expect(toAutomationName('x'.repeat(92), '😀😀')).toBe(`${'x'.repeat(92)} into 😀`);
});
