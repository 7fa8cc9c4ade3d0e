import type { AccessLevel, Column } from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import { assessSource } from './target.ts';

const text = {
  type: 'TEXT_NUMBER',
  symbol: null,
  systemColumnType: null,
  hasColumnFormula: false,
  validation: null,
  locked: false,
  lockedForUser: false,
} as Column;

const assess = (column: Partial<Column>, accessLevel: AccessLevel = 'EDITOR') =>
  assessSource({ column: { ...text, ...column }, sheet: { accessLevel } });

test.each([
  ['a text column', {}, null],
  ['a dropdown that takes other texts too', { type: 'PICKLIST' }, null],
  ['a dropdown that is restricted to its list', { type: 'PICKLIST', validation: true }, 'source_not_text'],
  ['a dropdown of several choices', { type: 'MULTI_PICKLIST' }, 'source_not_text'],
  ['a date', { type: 'DATE' }, 'source_not_text'],
  ['symbols', { type: 'PICKLIST', symbol: 'RYG' }, 'source_not_text'],
  ['an automatic number', { systemColumnType: 'AUTO_NUMBER' }, 'source_not_text'],
  ['a formula', { hasColumnFormula: true }, 'source_not_text'],
  ['a locked column', { locked: true }, 'source_not_writable'],
  ['a column that is locked for the user', { lockedForUser: true }, 'source_not_writable'],
] as [string, Partial<Column>, string | null][])('rows are added to %s or not', (_what, column, reason) => {
  expect(assess(column)).toBe(reason);
});

test.each([
  ['OWNER', null],
  ['ADMIN', null],
  ['EDITOR_SHARE', null],
  ['EDITOR', null],
  ['COMMENTER', 'source_not_writable'],
  ['VIEWER', 'source_not_writable'],
  ['UNKNOWN', 'source_not_writable'],
] as const)('somebody who is %s may add rows or not', (accessLevel, reason) => {
  expect(assess({}, accessLevel)).toBe(reason);
});
