import type { Activity } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { activity } from '../../testing/activities.ts';
import { describeChanges, describeDetails, headline } from './activity-texts.ts';

test.each([
  ['Clients into Time sheet was created', { action: 'create_automation' }],
  ['Clients into Time sheet updated its list', { action: 'update_dropdown' }],
  ['Clients into Time sheet waits for your review', { action: 'update_dropdown', status: 'warning' }],
  ['Clients into Time sheet could not update its list', { action: 'update_dropdown', status: 'error' }],
  ['Clients into Time sheet was synced by hand', { action: 'manual_sync' }],
  ['Clients into Time sheet could not be synced', { action: 'manual_sync', status: 'error' }],
  [
    'Clients into Time sheet updated its list, but please look at it',
    { action: 'update_dropdown', status: 'warning', outcome: 'changed' },
  ],
  ['Clients into Time sheet waits for Smartsheet', { action: 'sheet_outage', status: 'warning' }],
  ['Clients into Time sheet was paused: the plan allows fewer', { action: 'plan_limit', status: 'warning' }],
  [
    'Clients into Time sheet left sheets out: the plan allows fewer',
    { action: 'plan_limit', status: 'info' },
  ],
  ['Clients into Time sheet was paused', { action: 'pause_automation', status: 'info' }],
] satisfies [string, Partial<Activity>][])('“%s” tells %o', (text, entry) => {
  expect(headline(activity(entry))).toBe(text);
});

test('a name that is written from right to left does not turn the words after it', () => {
  const entry = activity({ action: 'update_dropdown', configurationName: 'לקוחות 2026' });
  expect(headline(entry)).toBe('\u2068לקוחות 2026\u2069 updated its list');
});

test.each([
  ['Smartsheet connected', { action: 'connect_smartsheet' }],
  ['Smartsheet disconnected', { action: 'disconnect_smartsheet', status: 'info' }],
  ['Smartsheet no longer accepts the connection', { action: 'disconnect_smartsheet', status: 'error' }],
  ['Real-time updates are on', { action: 'webhook_received', status: 'info' }],
  ['Real-time updates are off', { action: 'webhook_received', status: 'warning' }],
  ['Access to Smartsheet renewed', { action: 'token_refresh' }],
  ['Automations were deleted', { action: 'delete_automation' }],
  ['You paused 20 automations.', { action: 'pause_automation', details: 'You paused 20 automations.' }],
] satisfies [string, Partial<Activity>][])('“%s” tells of the whole account %o', (text, entry) => {
  expect(headline(activity({ ...entry, configurationId: null, configurationName: null }))).toBe(text);
});

test('shows nothing as a change that was not written', () => {
  const none = { added: 0, removed: 0, renamed: 0 };
  const changes = (given: Partial<Activity>) => describeChanges(activity(given));
  expect(changes({ added: 2, removed: 1, renamed: 3 })).toEqual({ added: 2, removed: 1, renamed: 3 });
  expect(changes({ status: 'warning', added: 0, removed: 31 })).toEqual(none);
  const written = { status: 'warning', outcome: 'changed', added: 1, removed: 2 } as const;
  expect(changes(written)).toEqual({ added: 1, removed: 2, renamed: 0 });
  expect(changes({ added: null, removed: null })).toEqual(none);
});

test('details that would say the headline again are left out', () => {
  expect(
    describeDetails(activity({ action: 'pause_automation', details: 'The automation was paused.' })),
  ).toBeNull();
  expect(describeDetails(activity({ details: 'Client: 2 options added.' }))).toBe('Client: 2 options added.');
});
