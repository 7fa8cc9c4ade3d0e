import type { ConnectionState, Stats } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { stats as someStats } from '../../testing/automations.ts';
import { statusLine } from './status-line.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (hours: number, minutes: number) => new Date(2026, 10, 22, hours, minutes);
const calm = {
  now,
  loadedAt: now.getTime(),
  offlineAsOf: null,
  isInMaintenance: false,
  syncing: 0,
  queued: 0,
  queuedSince: null,
  waiting: 0,
  nextTryAt: null,
  errors: 0,
  needsReview: 0,
};
const figures = (given: Partial<Stats> = {}) =>
  someStats({
    activeAutomations: 4,
    configurationCount: 4,
    subscriptionStatus: 'active',
    trialEndsIn: null,
    ...given,
  });
const connected = (waiting: ConnectionState['waiting']): Partial<Stats> => ({
  connection: { state: 'connected', message: null, waiting },
});

const revokedMessage =
  'Smartsheet no longer accepts this connection: it was revoked, or the time that your administrator has set for it is over. Reconnect your Smartsheet account.';
const revoked: Partial<Stats> = {
  connection: { state: 'needs_reconnect', message: revokedMessage, waiting: null },
};
const offline = { offlineAsOf: at(21, 12) };
const limited = connected({
  reason: 'rate_limited',
  nextTryAt: at(10, 46).toISOString(),
  since: null,
});
const paced = connected({ reason: 'paced', nextTryAt: at(10, 46).toISOString(), since: null });
const outage = connected({ reason: 'provider_outage', nextTryAt: at(10, 46).toISOString(), since: null });
const failing = { errors: 1 };
const review = { needsReview: 2 };

test.each([
  ['revoked', revokedMessage, { ...revoked, ...failing, ...review }, { ...offline, syncing: 1 }],
  [
    'offline',
    'Offline, as of 9:12\u00a0PM',
    { ...limited, ...failing, ...review },
    { ...offline, syncing: 1 },
  ],
  [
    'an update',
    'Lists rest during the update and go on by themselves.',
    { ...limited, ...failing, ...review },
    { isInMaintenance: true, waiting: 1 },
  ],
  [
    'an outage',
    'Smartsheet answers with errors or not at all, next try at 10:46\u00a0AM',
    { ...outage, ...failing, ...review },
    { waiting: 1 },
  ],
  ['limited', 'Smartsheet is limiting requests, next try at 10:46\u00a0AM', limited, { waiting: 1 }],
  [
    'limited, and one fails',
    '1 automation needs your attention. Smartsheet is limiting requests, next try at 10:46\u00a0AM.',
    { ...limited, ...failing },
    { waiting: 1 },
  ],
  [
    'paced by ourselves',
    'Picksync is spacing out its calls to Smartsheet, next try at 10:46\u00a0AM',
    paced,
    { waiting: 1 },
  ],
  [
    'paced by ourselves, and some need the user',
    '1 automation needs your attention, 2 wait for your review. Picksync is spacing out its calls to Smartsheet, next try at 10:46\u00a0AM.',
    { ...paced, ...failing, ...review },
    { waiting: 1 },
  ],
  [
    'failing, others wait for review',
    '1 automation needs your attention, 2 wait for your review.',
    { ...failing, ...review },
    { waiting: 1, syncing: 1 },
  ],
  ['failing', '1 automation needs your attention.', failing, { waiting: 1, syncing: 1 }],
  ['failing, several', '2 automations need your attention.', { errors: 2 }, {}],
  ['waiting for review', '2 automations wait for your review.', review, { waiting: 1, syncing: 1 }],
  ['paused', 'All automations are paused.', { activeAutomations: 0 }, {}],
  [
    'one that waits alone',
    '1 list waits for Smartsheet, next try at 10:46\u00a0AM.',
    {},
    { waiting: 1, syncing: 1, nextTryAt: at(10, 46).toISOString() },
  ],
  [
    'one whose next try is due',
    '1 list waits for Smartsheet.',
    {},
    { waiting: 1, nextTryAt: at(10, 45).toISOString() },
  ],
  ['syncing', '1 list is being synced.', {}, { syncing: 1, queued: 2 }],
  ['not begun', '2 lists wait to be synced.', {}, { queued: 2, queuedSince: at(10, 45).toISOString() }],
  [
    'not begun for long',
    '1 list has been waiting to be synced since 10:31\u00a0AM.',
    {},
    { queued: 1, queuedSince: at(10, 31).toISOString() },
  ],
  ['an error that only the list knows of yet', '1 automation needs your attention.', {}, { errors: 1 }],
  ['a review that only the list knows of yet', '1 automation waits for your review.', {}, { needsReview: 1 }],
  ['in sync', 'All lists are in sync.', {}, {}],
  ['one paused', '3 lists are in sync, 1 is paused.', { activeAutomations: 3 }, {}],
  ['most paused', '1 list is in sync, 3 are paused.', { activeAutomations: 1 }, {}],
] as const)('the line tells the worst first: %s', (_, text, given, moment) => {
  expect(statusLine(figures(given), { ...calm, now: at(10, 45), ...moment })).toBe(text);
});

test.each([
  [
    'while nothing is tried',
    'Smartsheet has answered with errors or not at all since 9:40\u00a0AM, next try at 10:46\u00a0AM',
    { nextTryAt: at(10, 46).toISOString(), since: at(9, 40).toISOString() },
  ],
  [
    'while it is tried',
    'Smartsheet has answered with errors or not at all since 9:40\u00a0AM',
    { nextTryAt: null, since: at(9, 40).toISOString() },
  ],
  [
    'once the next try is due',
    'Smartsheet has answered with errors or not at all since 9:40\u00a0AM',
    { nextTryAt: at(10, 45).toISOString(), since: at(9, 40).toISOString() },
  ],
])('a Smartsheet that is out of reach is told %s', (_, text, waiting) => {
  const given = connected({ reason: 'provider_outage', ...waiting });
  expect(statusLine(figures(given), { ...calm, now: at(10, 45) })).toBe(text);
});

test('the line says that Smartsheet does not answer, with the time', () => {
  const slow = connected({ reason: 'provider_slow', nextTryAt: null, since: at(10, 40).toISOString() });
  expect(statusLine(figures(slow), { ...calm, now: at(10, 45), syncing: 1 })).toBe(
    'Smartsheet has been slow to answer since 10:40\u00a0AM',
  );
});

test('a limit that is over is not told any more', () => {
  expect(statusLine(figures(limited), { ...calm, now: at(10, 46) })).toBe('All lists are in sync.');
});

test('says that the automations rest while Smartsheet is not connected', () => {
  const connection = { state: 'not_connected', message: null, waiting: null } as const;
  expect(statusLine(figures({ connection }), calm)).toBe(
    'Your automations rest until Smartsheet is connected again.',
  );
});

test('the line under the title says what needs the user first', () => {
  const both = '1 automation needs your attention, 2 wait for your review.';
  expect(statusLine(figures({ errors: 1, needsReview: 2 }), calm)).toBe(both);
  expect(statusLine(figures({ needsReview: 2 }), calm)).toBe('2 automations wait for your review.');
  expect(statusLine(figures({ activeAutomations: 0 }), calm)).toBe('All automations are paused.');
  expect(statusLine(figures({ configurationCount: 0 }), calm)).toMatch(/^Create your first automation/);
});

test('the line says when all was checked and when the next check is', () => {
  const lastSweepAt = '2026-11-21T11:57:00.000Z';
  const nextSweepAt = '2026-11-21T12:12:00.000Z';
  expect(statusLine(figures({ lastSweepAt, nextSweepAt }), calm)).toBe(
    'All lists are in sync. Checked 3\u00a0min ago, next check in 12\u00a0min.',
  );
  expect(statusLine(figures({ nextSweepAt }), calm)).toBe(
    'All lists are in sync. Next check in 12\u00a0min.',
  );
  expect(statusLine(figures({ lastSweepAt, nextSweepAt: lastSweepAt }), calm)).toBe(
    'All lists are in sync. Checked 3\u00a0min ago.',
  );
});

test('lists are not called in sync when the sweep is late, once figures that were loaded since say so', () => {
  const swept = figures({ lastSweepAt: '2026-11-21T11:38:00.000Z', nextSweepAt: '2026-11-21T11:53:00.000Z' });
  const line = (loadedAt: string) => statusLine(swept, { ...calm, loadedAt: Date.parse(loadedAt) });
  expect(line('2026-11-21T11:57:00Z')).toBe('All lists are in sync. Checked 22\u00a0min ago.');
  expect(line('2026-11-21T11:59:00Z')).toBe('The check for changes is late. Checked 22\u00a0min ago.');
});
