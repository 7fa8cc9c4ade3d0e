import type { Automation } from '@picksync/client';
import { defaultSettings } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { explainAutomation } from './explain.ts';

const client = {
  healthChecks: { draft: async () => ({ findings: [] }) },
} as unknown as Parameters<typeof explainAutomation>[0];

const waiting = {
  ...defaultSettings,
  id: '0193b1f0-0000-7000-8000-000000000001',
  name: 'Clients into projects',
  sheetName: 'Projects',
  targetColumnName: 'Client',
  sourceSheetId: '1',
  sourceSheetName: 'Clients',
  sourceColumnName: 'Name',
  isActive: true,
  pausedBy: null,
  waiting: null,
  lastFailure: 'names_changed',
  lastError: '6 names changed in the source, and 162 rows use them.',
  review: {
    fingerprint: 'a',
    reason: 'names_changed',
    added: 0,
    removed: 1,
    optionCount: 12,
    renamed: 6,
    renamedRows: 162,
  },
  lastRun: {
    at: '2026-11-28T00:00:00.000Z',
    outcome: 'waiting_review',
    added: 0,
    removed: 1,
    renamed: 6,
    optionCount: 12,
    warnings: [],
  },
} as unknown as Automation;

test('an automation that waits for a review does not count as failing, and its renames are told with their rows', async () => {
  const text = await explainAutomation(client, waiting, 'https://picksync.example');
  expect(text.split('\n').slice(1, 4)).toEqual([
    'It waits for a review, which only the person can answer on its page: 6 names changed in the source, and 162 rows use them.',
    'The sync would rename 6 options in 162 rows, add 0 and remove 1 of 12 options.',
    'Its last run: waiting_review, 0 added, 1 removed, 6 renamed.',
  ]);
});

test('a review of contacts counts names that change, and no options or rows', async () => {
  const contacts = { ...waiting, fillsContacts: true, lastFailure: 'wipe_guard' } as Automation;
  const review = { ...waiting.review, reason: 'wipe_guard', renamed: 1 } as Automation['review'];
  const text = await explainAutomation(client, { ...contacts, review }, 'https://picksync.example');
  expect(text).toContain('The sync would change 1 name, add 0 and remove 1 of 12 contacts.');
});
