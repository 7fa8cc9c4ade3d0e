import type { Rule } from '@picksync/db';
import type { ListedSheet, Sheet } from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import { toSeen } from './look-steps.ts';
import type { MatchRow } from './rules.store.ts';

test.each([
  ['goes on where its user may change the sheet', 'ADMIN', { kind: 'unchanged' }],
  ['is lost with the right to its sheet', 'VIEWER', { kind: 'refused' }],
])('a locked column that follows %s', (_what, accessLevel, seen) => {
  const tree = { sheets: [], folders: 1, unreadableFolders: 0, isWhole: true };
  const columns = [{ id: '2', title: 'Client', type: 'PICKLIST', locked: true }];
  const row = { automation: {}, chosenColumnId: null, readAt: new Date() } as MatchRow;
  const rule = { columnTitle: 'Client', settings: {} } as Rule;
  const input = { rule, tree, listed: { id: '1' } as ListedSheet, read: { accessLevel, columns } as Sheet };
  expect(toSeen(row, input)).toMatchObject(seen);
});
