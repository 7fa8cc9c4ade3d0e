import type { Automation } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { automation, stopped } from '../../testing/automations.ts';
import { describeUpdateMethod, isSyncing, toStatus } from './automation-status.tsx';

const broken = { lastError: 'The column is gone.', lastFailure: 'target_column_gone' } as const;

test.each([
  ['Active', 'while it is active', automation()],
  ['Paused', 'when it is not', automation({ isActive: false })],
  ['Error', 'when its last sync failed', automation(broken)],
  ['Error', 'when it failed and was paused', automation({ ...broken, isActive: false })],
  ['Needs your review', 'when a sync would remove too much', stopped()],
])('it says %s %s', (word, _when, given: Automation) => {
  expect(toStatus(given).word).toBe(word);
});

test.each([
  ['Real-time', { webhookId: '7', webhookEnabled: true }],
  ['Inactive', { webhookId: '7', webhookEnabled: false }],
  ['Periodic', { webhookId: null, webhookEnabled: false }],
])('changes are noticed %s with the webhook %o', (word, given) => {
  expect(describeUpdateMethod(automation(given), false).word).toBe(word);
});

test('nothing is noticed of an automation that is paused, or that has no connection', () => {
  const told = { webhookId: '7', webhookEnabled: true };
  expect(describeUpdateMethod(automation({ ...told, isActive: false }), false).word).toBe('Not checked');
  expect(describeUpdateMethod(automation(told), true)).toEqual({
    word: 'Not checked',
    explanation: 'Smartsheet is not connected, so no change is noticed.',
  });
});

test('an automation that is not told of changes says why', () => {
  const periodic = { reason: 'plan', message: 'Your plan has no real-time sync.', details: null } as const;
  const given = { webhookId: null, webhookEnabled: false, periodic };
  expect(describeUpdateMethod(automation(given), false).explanation).toBe('Your plan has no real-time sync.');
  expect(describeUpdateMethod(automation({ ...given, periodic: null }), false).explanation).toContain(
    '15 minutes',
  );
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
  expect(toStatus(given)).toEqual({ tone: 'warn', word: 'Waiting to sync' });
  expect(isSyncing(given)).toBe(false);
});
