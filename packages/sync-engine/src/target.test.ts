import type { AccessLevel, Column } from '@picksync/smartsheet-client';
import { describe, expect, test } from 'vitest';
import { assessTarget } from './target.ts';
import { column } from './testing/columns.ts';

const dropdown = column({ type: 'PICKLIST', options: ['a'], validation: true });

const assess = (given: Partial<Column>, accessLevel: AccessLevel = 'OWNER') =>
  assessTarget({ column: { ...dropdown, ...given }, sheet: { accessLevel } });

describe('a column can be filled', () => {
  test.each(['PICKLIST', 'MULTI_PICKLIST'] as const)('when it is a %s', (type) => {
    expect(assess({ type })).toMatchObject({ writable: true, reason: null });
  });

  test.each(['OWNER', 'ADMIN'] as const)('by the %s of the sheet', (accessLevel) => {
    expect(assess({}, accessLevel).writable).toBe(true);
  });
});

describe('a column cannot be filled', () => {
  test.each([
    ['not_dropdown', { type: 'TEXT_NUMBER' }],
    ['not_dropdown', { type: 'UNKNOWN' }],
    ['symbol', { symbol: 'RYG' }],
    ['locked', { locked: true }],
    ['locked', { lockedForUser: true }],
    ['system', { type: 'CONTACT_LIST', systemColumnType: 'CREATED_BY' }],
  ] as const)('%s: %j', (reason, column) => {
    expect(assess(column)).toEqual({ writable: false, reason });
  });

  test.each(['VIEWER', 'COMMENTER', 'EDITOR', 'EDITOR_SHARE', 'UNKNOWN'] as const)(
    'no_right: the user is %s',
    (accessLevel) => {
      expect(assess({}, accessLevel)).toEqual({ writable: false, reason: 'no_right' });
    },
  );
});
