import type { ActivityLine } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { activity } from '../../testing/activities.ts';
import { lineText } from './line-texts.ts';

const failed: ActivityLine = {
  ...{ id: 'a1', entry: activity({ action: 'manual_sync', outcome: 'failed' }), source: null },
  ...{ entries: 20, sheetName: null, details: null, isChange: false },
  ...{ updated: 0, waitingReview: 0, failed: 20, added: 0, removed: 0, renamed: 0 },
  action: 'manual_sync',
  status: 'error',
};

test.each([
  [{ sheetName: 'Clients', columnName: 'Name' }, 'Clients · Name', 'synced by you, 20 failed'],
  [null, null, '20 automations synced by you, 20 failed'],
])('a sync by hand names its source only where it has one: %j', (source, subject, text) => {
  const said = lineText({ ...failed, source });
  expect(said.text).toBe(text);
  expect(said.subject?.replace(/[\u2068\u2069]/g, '') ?? null).toBe(subject);
});
