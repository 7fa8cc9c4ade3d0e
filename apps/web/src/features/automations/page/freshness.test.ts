import type { Automation } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { automation } from '../../../testing/automations.ts';
import { freshness } from './freshness.ts';

const now = new Date('2026-11-21T10:45:00');
const at = (time: string) => new Date(`2026-11-21T${time}:00`).toISOString();
const told = (given: Partial<Automation>, { isReadOnly = false, offlineAsOf = null as Date | null } = {}) =>
  freshness(
    automation({ verifiedAt: at('10:42'), checkedAt: at('10:42'), nextCheckAt: at('10:57'), ...given }),
    { now, isReadOnly, offlineAsOf },
  );

test.each<[string, Partial<Automation>, boolean]>([
  ['In sync as of 10:42\u00a0AM, checked 3\u00a0min ago. Next check in 12\u00a0min.', {}, false],
  [
    'In sync as of 10:42\u00a0AM, checked 3\u00a0min ago. Next check in a moment.',
    { nextCheckAt: at('10:44') },
    false,
  ],
  [
    'Last in sync as of 10:42\u00a0AM. Next check in 12\u00a0min.',
    { lastError: 'The column is locked.' },
    false,
  ],
  ['Paused. Last in sync as of 10:42\u00a0AM.', { isActive: false, nextCheckAt: null }, false],
  ['Not checked. Last in sync as of 10:42\u00a0AM.', {}, true],
  ['Not in sync yet.', { verifiedAt: null }, false],
  ['Paused before its first sync.', { verifiedAt: null, isActive: false }, false],
])('it says: %s', (text, given, isReadOnly) => {
  expect(told(given, { isReadOnly })).toBe(text);
});

test('the time to the next check is not longer than between two checks, though the clock on the page is a little late', () => {
  const nextCheckAt = new Date('2026-11-21T11:00:09').toISOString();
  expect(told({ nextCheckAt })).toMatch(/ Next check in 15\u00a0min\.$/);
});

test('does not call data current that was loaded before the page went offline', () => {
  const offlineAsOf = new Date('2026-11-21T10:44:00');
  expect(told({}, { offlineAsOf })).toBe('Offline, as of 10:44\u00a0AM. Last in sync as of 10:42\u00a0AM.');
  expect(told({ verifiedAt: null }, { offlineAsOf })).toBe('Offline, as of 10:44\u00a0AM.');
});

test('a time of another day carries its day', () => {
  const verifiedAt = new Date('2026-11-18T09:20:00').toISOString();
  expect(told({ verifiedAt, lastError: 'Locked.' })).toMatch(/^Last in sync as of Nov 18, 9:20\sAM\./);
  const lastNight = new Date('2026-11-20T23:12:00').toISOString();
  expect(told({ verifiedAt: lastNight })).toMatch(/^In sync as of Nov 20, 11:12\sPM, /);
});
