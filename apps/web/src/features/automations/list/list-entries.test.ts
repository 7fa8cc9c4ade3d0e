import type { Automation } from '@picksync/contracts';
import { describe, expect, test } from 'vitest';
import { automation, stopped } from '../../../testing/automations.ts';
import {
  groupBySource,
  groupSummary,
  listEntries,
  matchesSearch,
  passesFilter,
  toListState,
  toMark,
} from './list-entries.ts';

const time = (iso: string) => iso.slice(11, 16);
let made = 0;
const one = (given: Parameters<typeof automation>[0] = {}) => {
  made += 1;
  return automation({ id: `a${made}`, ...given });
};
const failing = () => one({ lastError: 'The target column is locked.', lastFailure: 'target_column_locked' });
const heldUp = () =>
  one({
    syncState: 'queued',
    waiting: { reason: 'rate_limited', message: 'Limited.', nextTryAt: '2026-11-22T10:46:00Z' },
  });
const paused = () => one({ isActive: false, pausedBy: 'user' });
const waitingForReview = () => ({ ...stopped(), id: one().id });
const from = (sourceSheetId: string) => ({ sourceSheetId, sourceSheetName: `Sheet ${sourceSheetId}` });

test('an automation stands as its badge says', () => {
  expect([one(), waitingForReview(), failing(), paused()].map(toListState)).toEqual([
    'in-sync',
    'review',
    'error',
    'paused',
  ]);
});

test('the mark of an automation agrees with the words beside it', () => {
  const all = [one(), one({ lastUpdated: null }), heldUp(), failing(), paused()];
  const marks = (isStopped: boolean) => all.map((automation) => toMark(automation, isStopped));
  expect(marks(false)).toEqual(['in-sync', 'unknown', 'waiting', 'error', 'paused']);
  expect(marks(true)).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'paused']);
  expect(passesFilter(heldUp(), 'in-sync', false)).toBe(false);
});

test('sources with something to do come first, then those that feed most, and in each what needs somebody', () => {
  const groups = groupBySource([
    one(from('1')),
    one(from('2')),
    one(from('2')),
    one(from('3')),
    { ...failing(), ...from('3') },
  ]);
  expect(groups.map(({ sheetName }) => sheetName)).toEqual(['Sheet 3', 'Sheet 2', 'Sheet 1']);
  expect(groups[0]?.automations.map(toListState)).toEqual(['error', 'in-sync']);
});

describe('a list says in few words the states of its dropdowns', () => {
  const at = (clock: string) => ({ lastUpdated: `2026-11-22T${clock}:00.000Z` });
  test.each([
    [
      'in sync, as of the one that was looked at first',
      [one(at('10:42')), one(at('10:30'))],
      'In sync as of 10:30',
    ],
    ['before the first run', [one({ lastUpdated: null })], 'Not synced yet'],
    ['all paused', [paused(), paused()], 'All paused'],
    [
      'mixed',
      [waitingForReview(), failing(), failing(), paused(), one()],
      '1 review, 2 errors, 1 paused, 1 in sync',
    ],
    ['at work', [one({ syncState: 'running' }), failing()], 'Syncing'],
    ['held up by Smartsheet', [heldUp(), one(), one()], '1 waiting to sync, 2 in sync'],
  ])('%s', (_what, automations, text) => {
    expect(groupSummary(automations, { isStopped: false, toTimeText: time })).toBe(text);
  });

  test('without a connection', () => {
    const summary = (automations: Automation[]) =>
      groupSummary(automations, { isStopped: true, toTimeText: time });
    expect([summary([one(), failing()]), summary([paused(), paused()])]).toEqual([
      'Connection stopped',
      'All paused',
    ]);
  });
});

test('a search finds every word in names, sheets and columns', () => {
  expect(matchesSearch(one(), 'client TIME')).toBe(true);
  expect(matchesSearch(one(), 'client invoices')).toBe(false);
});

describe('the list', () => {
  const view = {
    layout: 'by-source',
    search: '',
    filter: 'all',
    isOpen: {},
    groupsShown: 6,
    isStopped: false,
  } as const;
  const kinds = (input: Parameters<typeof listEntries>[0]) =>
    listEntries(input).entries.map(({ kind }) => kind);
  const short = [one(), one(), one(from('2'))];
  const long = [
    ...Array.from({ length: 5 }, () => one()),
    failing(),
    one({ ...from('2'), name: 'Nordics' }),
    one(from('3')),
  ];

  test('shows every row while it is short, and a source with one dropdown as one row', () => {
    expect(kinds({ ...view, automations: short })).toEqual([
      'group',
      'automation',
      'automation',
      'group-end',
      'automation',
    ]);
  });

  test('puts what needs attention first and once when it is long, and the rest in one line', () => {
    const { entries } = listEntries({ ...view, automations: long });
    expect(entries.map(({ kind }) => kind)).toEqual([
      'needs-you',
      'automation',
      'group',
      'automation',
      'automation',
    ]);
    const key = entries.find(({ kind }) => kind === 'group')?.key ?? '';
    const opened = listEntries({ ...view, automations: long, isOpen: { [key]: true } }).entries;
    expect(opened.filter(({ kind }) => kind === 'automation')).toHaveLength(8);
    expect(opened.find(({ kind }) => kind === 'group-end')).toMatchObject({ elsewhere: 1 });
  });

  test('opens all that passes a search or a filter', () => {
    const search = listEntries({ ...view, automations: long, search: 'nordics' });
    expect(search.entries.map(({ kind }) => kind)).toEqual(['automation']);
    expect(listEntries({ ...view, automations: long, search: 'cleints' })).toMatchObject({ isEmpty: true });
    expect(kinds({ ...view, automations: long, filter: 'needs-you' })).toEqual(['automation']);
    expect(kinds({ ...view, automations: long, filter: 'paused' })).toEqual([]);
  });

  test('has nothing in sync while Smartsheet is not connected', () => {
    const inSync = { ...view, automations: short, filter: 'in-sync' } as const;
    expect(listEntries(inSync).isEmpty).toBe(false);
    expect(listEntries({ ...inSync, isStopped: true }).isEmpty).toBe(true);
  });

  test('shows the first lists, and how many there are', () => {
    const many = Array.from({ length: 11 }, (_, index) => [
      one(from(`${index}`)),
      one(from(`${index}`)),
    ]).flat();
    const { entries, groups } = listEntries({ ...view, automations: many });
    expect(groups).toEqual({ total: 11, shown: 6 });
    expect(entries).toHaveLength(6);
  });

  test('keeps the order of the server when it is not grouped', () => {
    const { entries } = listEntries({ ...view, layout: 'one-by-one', automations: long });
    expect(entries.map(({ key }) => key)).toEqual(long.map(({ id }) => id));
  });
});
