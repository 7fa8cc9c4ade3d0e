import type { Automation, LastRun } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { automation } from '../../testing/automations.ts';
import { describeAnnouncement, missedChanges, newsSince, remembered } from './announcement.ts';

const indexById = (list: readonly Automation[]) => new Map(list.map((known) => [known.id, known]));
const announced = (was: readonly Automation[], list: readonly Automation[]) =>
  describeAnnouncement(newsSince(indexById(was), list));

const before = [automation()];

function after(run: Partial<LastRun>, given: Partial<Automation> = {}): Automation[] {
  const at = '2026-11-22T10:00:00.000Z';
  const lastRun = {
    at,
    outcome: 'changed' as const,
    added: 0,
    removed: 0,
    optionCount: 32,
    warnings: [],
    ...run,
  };
  return [automation({ lastRun, ...given })];
}

test.each([
  ['Clients into Time sheet: 3 added', after({ added: 3 })],
  ['Clients into Time sheet: 3 added, 1 removed', after({ added: 3, removed: 1 })],
  ['Clients into Time sheet: 2 removed', after({ removed: 2 })],
  ['Clients into Time sheet: put in order', after({})],
  ['Clients into Time sheet: needs your review', after({ outcome: 'waiting_review', removed: 31 })],
  [
    'Clients into Time sheet: The column is locked.',
    after({ outcome: 'failed' }, { lastError: 'The column is locked.' }),
  ],
  ['', after({ outcome: 'unchanged' })],
  ['', before],
  ['', []],
])('announced is "%s"', (text, list) => {
  expect(announced(before, list)).toBe(text);
});

test('an automation that is new in the list has done nothing yet', () => {
  expect(announced([], after({ added: 3 }))).toBe('');
});

test('the first run of an automation is announced', () => {
  expect(announced([automation({ lastRun: null })], after({ added: 3 }))).toBe(
    'Clients into Time sheet: 3 added',
  );
});

test('a waiting sync is announced once', () => {
  const waiting = {
    reason: 'rate_limited',
    message: 'Smartsheet is limiting requests.',
    nextTryAt: '2026-11-22T10:01:00.000Z',
  } as const;
  const calm = [automation({ lastRun: null })];
  const held = [automation({ lastRun: null, syncState: 'queued', waiting })];
  expect(announced(calm, held)).toBe('Clients into Time sheet: Smartsheet is limiting requests.');
  expect(announced(held, held)).toBe('');
  expect(announced(held, calm)).toBe('');
});

test('a run that ends a wait or an error is announced', () => {
  const waiting = {
    reason: 'rate_limited',
    message: 'Limited.',
    nextTryAt: '2026-11-22T10:01:00.000Z',
  } as const;
  const held = automation({ syncState: 'queued', waiting });
  const tried = remembered(held, automation({ lastRun: held.lastRun, syncState: 'running' }));
  const well = after({ outcome: 'unchanged' });
  expect(announced([tried], well)).toBe('Clients into Time sheet: in sync again');
  expect(announced([automation({ lastError: 'The column is locked.' })], well)).toBe(
    'Clients into Time sheet: in sync again',
  );
  expect(remembered(tried, well[0] as Automation).waiting).toBeNull();
});

test('sentences that are announced together end once', () => {
  expect(describeAnnouncement(['The column is locked.', 'List 2: 1 added', 'Wait.', 'List 4: 1 added'])).toBe(
    'The column is locked. List 2: 1 added. Wait. 1 more has changed',
  );
});

test('a pause by the system is announced, a pause by the owner is not', () => {
  const { lastRun } = automation();
  const list = (pausedBy: Automation['pausedBy']) => [
    automation({ lastRun, isActive: pausedBy === null, pausedBy }),
  ];
  expect(announced(list(null), list('system'))).toBe('Clients into Time sheet: paused');
  expect(announced(list(null), list('plan'))).toBe('Clients into Time sheet: paused');
  expect(announced(list(null), list('user'))).toBe('');
});

test('names only the first of many', () => {
  const ids = ['1', '2', '3', '4', '5'];
  const all = ids.flatMap((id) => after({ added: 1 }, { id, name: `List ${id}` }));
  const news = announced(
    ids.map((id) => automation({ id })),
    all,
  );
  expect(news).toBe('List 1: 1 added. List 2: 1 added. List 3: 1 added. 2 more have changed');
});

test.each([
  [['unchanged'], ['unchanged', 'changed', 'unchanged'], true],
  [['unchanged'], ['unchanged', 'changed'], false],
  [['changed'], ['changed', 'unchanged', 'unchanged'], false],
  [[], ['changed', 'failed'], true],
  // Full strips, which lose their oldest.
  [['failed', 'changed', 'unchanged'], ['changed', 'unchanged', 'unchanged'], false],
  [['failed', 'unchanged', 'unchanged'], ['unchanged', 'changed', 'unchanged'], true],
] as const)('the runs %j, then %j, have a change that was missed: %s', (was, is, isMissed) => {
  const known = indexById([automation({ recentRuns: [...was] })]);
  const missed = missedChanges(known, after({ outcome: is.at(-1) ?? 'unchanged' }, { recentRuns: [...is] }));
  expect(missed.length).toBe(isMissed ? 1 : 0);
});
