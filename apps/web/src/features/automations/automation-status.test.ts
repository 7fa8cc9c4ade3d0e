import type { Automation } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { automation, stopped } from '../../testing/automations.ts';
import { nextStepOf, notesOf } from './automation.notes.ts';
import { isSyncing, statusOf, updateMethodOf } from './automation-status.ts';
import { stripSummary } from './recent-runs.tsx';

const broken = { lastError: 'The column is gone.', lastFailure: 'target_column_gone' } as const;

test.each([
  ['Active', 'while it is active', automation()],
  ['Paused', 'when it is not', automation({ isActive: false })],
  ['Error', 'when its last sync failed', automation(broken)],
  ['Error', 'when it failed and was paused', automation({ ...broken, isActive: false })],
  ['Needs your review', 'when a sync would remove too much', stopped()],
])('it says %s %s', (word, _when, given: Automation) => {
  expect(statusOf(given).word).toBe(word);
});

test.each([
  ['Real-time', { webhookId: '7', webhookEnabled: true }],
  ['Inactive', { webhookId: '7', webhookEnabled: false }],
  ['Periodic', { webhookId: null, webhookEnabled: false }],
])('changes are noticed %s with the webhook %o', (word, given) => {
  expect(updateMethodOf(automation(given)).word).toBe(word);
});

test('an automation that is not told of changes says why', () => {
  const periodic = { reason: 'plan', message: 'Your plan has no real-time sync.' } as const;
  const given = { webhookId: null, webhookEnabled: false, periodic };
  expect(updateMethodOf(automation(given)).explanation).toBe('Your plan has no real-time sync.');
  expect(updateMethodOf(automation({ ...given, periodic: null })).explanation).toContain('15 minutes');
});

test.each(['queued', 'running'] as const)('it is being synced while its sync is %s', (syncState) => {
  expect(isSyncing(automation({ syncState }))).toBe(true);
});

const waiting = {
  reason: 'rate_limited',
  message: 'Smartsheet is limiting requests for your account.',
  nextTryAt: '2026-03-01T10:42:00',
} as const;

test('a sync that Smartsheet keeps waiting says so with the next try, and is not at work meanwhile', () => {
  const given = automation({ ...broken, syncState: 'queued', waiting });
  expect(statusOf(given)).toEqual({ tone: 'warn', word: 'Waiting to sync' });
  expect(isSyncing(given)).toBe(false);
  const [first, second] = notesOf(given);
  expect(first?.text).toMatch(/^Smartsheet is limiting requests for your account\. Next try at 10:42\sAM\.$/);
  expect(second).toEqual({ tone: 'bad', text: 'The column is gone.' });
});

test('while all is well nothing is said', () => {
  expect(notesOf(automation())).toEqual([]);
  expect(nextStepOf(automation())).toBeNull();
});

test('what is wrong is said first, then what the last run met', () => {
  const { lastRun } = automation();
  const warnings = ['duplicates_dropped'] as const;
  const notes = notesOf(
    automation({ ...broken, lastRun: lastRun && { ...lastRun, warnings: [...warnings] } }),
  );
  expect(notes).toEqual([
    { tone: 'bad', text: 'The column is gone.' },
    { tone: 'neutral', text: 'The source has repeated values. A dropdown can hold each option only once.' },
  ]);
});

test.each([
  ['wipe_guard', 'maxRemovalPercent'],
  ['source_sheet_gone', 'sourceSheet'],
  ['source_column_gone', 'sourceColumn'],
  ['target_sheet_gone', 'targetSheet'],
  ['target_column_locked', 'targetColumn'],
] as const)('a sync that ended with %s leads to the field %s', (lastFailure, field) => {
  expect(nextStepOf(stopped({ lastFailure }))?.field).toBe(field);
});

test.each(['source_empty', 'plan_without_api', 'bug'] as const)(
  'a sync that ended with %s cannot be mended in the form',
  (lastFailure) => {
    expect(nextStepOf(stopped({ lastFailure }))).toBeNull();
  },
);

test('the strip of runs is told in words', () => {
  expect(stripSummary(['changed'])).toBe('Last run: 1 changed the dropdown');
  expect(stripSummary(['failed', 'unchanged', 'changed', 'unchanged', 'waiting_review'])).toBe(
    'Last 5 runs: 1 changed the dropdown, 2 found nothing to change, 1 stopped for review, 1 failed',
  );
});
