import type { Automation } from '@picksync/contracts';
import { describe, expect, test } from 'vitest';
import { automation, stopped } from '../../../testing/automations.ts';
import { listEntries } from './list-entries.ts';
import { groupBySource } from './list-groups.ts';
import { groupSummary, matchesSearch, passesFilter, toListState, toMark } from './list-states.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
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
      'In sync as of 10:30\u00a0AM',
    ],
    [
      'in sync, as of another day',
      [one(at('10:42')), one({ lastUpdated: '2026-11-21T22:12:00.000Z' })],
      'In sync as of Nov 21, 10:12\u00a0PM',
    ],
    ['before the first run', [one({ lastUpdated: null })], 'Not synced yet'],
    ['all paused', [paused(), paused()], 'All paused'],
    [
      'mixed',
      [waitingForReview(), failing(), failing(), paused(), one()],
      '1 in sync, 1 review, 2 errors, 1 paused',
    ],
    ['at work', [one({ syncState: 'running' }), failing()], 'Syncing'],
    ['held up by Smartsheet', [heldUp(), one(), one()], '2 in sync, 1 waiting to sync'],
  ])('%s', (_what, automations, text) => {
    expect(groupSummary(automations, { isStopped: false, now })).toBe(text);
  });

  test('without a connection', () => {
    const summary = (automations: Automation[]) => groupSummary(automations, { isStopped: true, now });
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
    order: 'newest',
    cause: null,
    isOpen: {},
    isWhole: {},
    ofCause: null,
    covered: new Set<string>(),
    rules: [],
    isStopped: false,
  } as const;
  const kinds = (input: Parameters<typeof listEntries>[0]) =>
    listEntries(input).entries.map(({ kind }) => kind);
  const wantedIds = (input: Parameters<typeof listEntries>[0]) =>
    listEntries(input).wanted.map(({ id }) => id);
  const short = [one(), one(), one(from('2'))];
  const long = [
    ...Array.from({ length: 5 }, () => one()),
    failing(),
    one({ ...from('2'), name: 'Nordics' }),
    one({ ...from('2'), name: 'Iberia' }),
    one(from('3')),
  ];

  test('shows every row while it is short, and a source with one dropdown as one row', () => {
    expect(kinds({ ...view, automations: short })).toEqual([
      'group',
      'automation',
      'automation',
      'automation',
    ]);
  });

  test('opens the first group when it is long, and the others when somebody wants it', () => {
    const { entries } = listEntries({ ...view, automations: long });
    expect(entries.map(({ kind }) => kind)).toEqual([
      'group',
      ...Array.from({ length: 6 }, () => 'automation'),
      'group',
      'automation',
    ]);
    const [, second] = entries.filter(({ kind }) => kind === 'group');
    const opened = { ...view, automations: long, isOpen: { [second?.key ?? '']: true } };
    expect(kinds(opened).filter((kind) => kind === 'automation')).toHaveLength(9);
  });

  test('shows the first rows of a long group, until all of them are wanted', () => {
    const automations = Array.from({ length: 40 }, (_, index) =>
      one({ name: `Clients into Plant ${index}` }),
    );
    const { entries, wanted } = listEntries({ ...view, automations });
    expect(entries.at(-1)).toMatchObject({ kind: 'group-more', total: 40 });
    expect(entries.filter(({ kind }) => kind === 'automation')).toHaveLength(8);
    expect(entries[1]).toMatchObject({ title: '0', isGrouped: true });
    expect(wanted).toHaveLength(40);
    const isWhole = { '101/1011': true };
    expect(listEntries({ ...view, automations, isWhole }).entries).toHaveLength(41);
  });

  test('leaves the first rows of a group to what no card above the list tells', () => {
    const automations = [failing(), failing(), one()];
    const ids = automations.map(({ id }) => id);
    const covered = new Set(ids.slice(0, 2));
    const listed = (input: Partial<Parameters<typeof listEntries>[0]>) =>
      listEntries({ ...view, automations, covered, ...input }).wanted.map(({ id }) => id);
    expect(listed({})).toEqual([ids[2], ids[0], ids[1]]);
    expect(listed({ filter: 'needs-you' })).toEqual(ids.slice(0, 2));
  });

  test('names a row from the beginning of its sheet’s name, not from the middle of it', () => {
    const automations = ['Plant B, list 1', 'Plant C, list 2'].map((sheetName) =>
      one({ name: `Clients into ${sheetName}`, sheetName }),
    );
    automations.push(one({ name: 'Clients into Plant D, Client', sheetName: 'Plant D' }));
    const titles = listEntries({ ...view, automations }).entries.map(
      (entry) => 'title' in entry && entry.title,
    );
    expect(titles.slice(1)).toEqual(['Plant B, list 1', 'Plant C, list 2', 'Plant D, Client']);
  });

  test('opens all that passes a search or a filter, and groups keep all of their members', () => {
    const search = listEntries({ ...view, automations: long, search: 'nordics' });
    expect(search.entries.map(({ kind }) => kind)).toEqual(['group', 'automation']);
    expect(search.entries[0]).toMatchObject({ isOpen: true, shown: { length: 1 } });
    expect(search.entries[0]).toMatchObject({ group: { automations: { length: 2 } } });
    expect(wantedIds({ ...view, automations: long, search: 'cleints' })).toEqual([]);
    expect(wantedIds({ ...view, automations: long, filter: 'needs-you' })).toEqual([long[5]?.id]);
    expect(wantedIds({ ...view, automations: long, filter: 'paused' })).toEqual([]);
  });

  test('has nothing in sync while Smartsheet is not connected', () => {
    const inSync = { ...view, automations: short, filter: 'in-sync' } as const;
    expect(wantedIds(inSync)).toHaveLength(3);
    expect(wantedIds({ ...inSync, isStopped: true })).toEqual([]);
  });

  test('shows the automations of one cause', () => {
    const ofCause = new Set([long[5]?.id ?? '', long[8]?.id ?? '']);
    expect(new Set(wantedIds({ ...view, automations: long, ofCause }))).toEqual(ofCause);
  });

  test('keeps the order of the server when it is not grouped, unless another one is chosen', () => {
    const single = { ...view, layout: 'one-by-one', automations: long } as const;
    expect(wantedIds(single)).toEqual(long.map(({ id }) => id));
    expect(wantedIds({ ...single, order: 'state' })[0]).toBe(long[5]?.id);
    expect(wantedIds({ ...single, order: 'name' }).at(-1)).toBe(long[6]?.id);
  });
});
