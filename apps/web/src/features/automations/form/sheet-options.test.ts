import type { Sheet } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { describeAccess, toDestinationSheets, toSourceColumn } from './sheet-options.ts';

const sheet = (accessLevel: string): Sheet => ({
  id: accessLevel,
  name: accessLevel,
  accessLevel,
  writable: accessLevel === 'OWNER' || accessLevel === 'ADMIN',
  modifiedAt: null,
  permalink: null,
});

test.each([
  ['OWNER', false, 'Yours'],
  ['ADMIN', true, 'You are an admin'],
  ['ADMIN', undefined, 'You are an admin'],
  ['ADMIN', false, 'Admin without a Smartsheet license'],
  ['EDITOR', false, 'You may edit it'],
  ['VIEWER', true, 'You may only read it'],
  ['SOMETHING', true, undefined],
])('%s with a license (%s) may do what is said', (level, isLicensed, words) => {
  expect(describeAccess(sheet(level), isLicensed)).toBe(words);
});

test('destinations that need a license stand behind the others and can be chosen', () => {
  const sheets = ['ADMIN', 'OWNER', 'VIEWER'].map(sheet);
  expect(toDestinationSheets(sheets, true).map(({ value }) => value)).toEqual(['ADMIN', 'OWNER', 'VIEWER']);
  const unlicensed = toDestinationSheets(sheets, false);
  expect(unlicensed.map(({ value }) => value)).toEqual(['OWNER', 'VIEWER', 'ADMIN']);
  expect(unlicensed.map(({ disabledReason }) => disabledReason)).toEqual([
    undefined,
    'You need to be an admin or the owner of this sheet',
    undefined,
  ]);
});

test('a column says its type, and of a dropdown how many options it has', () => {
  const column = { id: '1', title: 'Client', selectable: true, reason: null };
  expect(toSourceColumn({ ...column, type: 'PICKLIST', options: ['a', 'b'] }).note).toBe(
    'Single select, 2 options',
  );
  expect(toSourceColumn({ ...column, type: 'TEXT_NUMBER' }).note).toBe('Text');
  expect(toSourceColumn({ ...column, type: 'DURATION' })).toEqual({ value: '1', label: 'Client' });
});
