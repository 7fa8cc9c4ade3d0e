import { defaultSettings } from '@picksync/contracts';
import { describe, expect, test } from 'vitest';
import type { SyncedAutomation } from '../../store/connections.store.ts';
import { dueWork } from './due-work.ts';

const ranAt = new Date('2026-11-21T11:00:00Z');
const marked = { dirtyAt: new Date('2026-11-21T12:00:00Z') };
const clean = { dirtyAt: null };

const automation = (fields: Partial<SyncedAutomation>) =>
  ({
    ...defaultSettings,
    settingsVersion: 1,
    intent: null,
    outageSince: null,
    outageTriedAt: null,
    id: 'a',
    sourceSheetId: 'source',
    sourceColumnId: 's1',
    sheetId: 'target',
    targetColumnId: 't1',
    dirtyAt: null,
    lastRunOutcome: 'unchanged',
    lastRunAt: ranAt,
    updatedAt: ranAt,
    manualSyncAt: null,
    ...fields,
  }) as SyncedAutomation;

const due = (
  automations: SyncedAutomation[],
  sheets: Record<string, { dirtyAt: Date | null }> = {},
  connectedAt = new Date('2026-11-01T00:00:00Z'),
) =>
  dueWork({
    automations,
    unreadable: [],
    sheets: new Map(Object.entries(sheets)),
    connectedAt,
    now: marked.dirtyAt,
  });

test('an automation is due when it is marked, or when one of its sheets is; else not', () => {
  expect(due([automation(marked)]).groups).toHaveLength(1);
  expect(due([automation({})], { source: marked }).groups).toHaveLength(1);
  expect(due([automation({})], { target: marked }).groups).toHaveLength(1);
  expect(due([automation({})], { source: clean, target: clean }).groups).toEqual([]);
});

describe('only the destination has moved', () => {
  const targetMoved = { source: clean, target: marked };
  const only = (
    fields: Partial<SyncedAutomation>,
    sheets: Record<string, { dirtyAt: Date | null }>,
    connectedAt?: Date,
  ) => due([automation({ ...marked, ...fields })], sheets, connectedAt).groups[0]?.[0]?.hasOnlyTargetMoved;

  test('when it alone is marked and nobody touched the automation since it was in step', () => {
    expect(only({}, targetMoved)).toBe(true);
    expect(only({ lastRunOutcome: 'changed' }, targetMoved)).toBe(true);
  });

  test.each([
    ['its source moved too', {}, { target: marked, source: marked }],
    ['its source is not known yet and had no row to mark', {}, { target: marked }],
    ['no sheet moved, so somebody asked', {}, { source: clean }],
    ['somebody asked by hand beside', { manualSyncAt: new Date() }, targetMoved],
    ['it failed before', { lastRunOutcome: 'failed' as const }, targetMoved],
    ['it never ran', { lastRunOutcome: null, lastRunAt: null }, targetMoved],
    ['it was changed, or a sync was asked for', { updatedAt: new Date() }, targetMoved],
  ])('not when %s', (_why, fields, sheets) => {
    expect(only(fields, sheets)).toBe(false);
  });

  test('not when its user has connected anew since', () => {
    expect(only({}, targetMoved, new Date('2026-11-21T11:30:00Z'))).toBe(false);
  });
});

test('automations of one source are one group, and a sheet is needed for all of its columns at once', () => {
  const work = due(
    [
      automation({ id: 'a' }),
      automation({ id: 'b', sourceColumnId: 's2', targetColumnId: 't2' }),
      automation({
        id: 'c',
        sourceSheetId: 'target',
        sourceColumnId: 't9',
        sheetId: 'far',
        targetColumnId: 'f1',
      }),
    ],
    { source: marked, target: marked },
  );
  expect(work.groups.map((group) => group.map((one) => one.automation.id))).toEqual([['a', 'b'], ['c']]);
  expect(work.needs.get('source')).toEqual({
    sheetId: 'source',
    sourceColumnIds: ['s1', 's2'],
    targetColumnIds: [],
  });
  expect(work.needs.get('target')).toEqual({
    sheetId: 'target',
    sourceColumnIds: ['t9'],
    targetColumnIds: ['t1', 't2'],
  });
});

test('a sheet is covered only when no automation that uses it is left out', () => {
  const asked = automation({ id: 'a', ...marked });
  const other = automation({ id: 'b', sheetId: 'elsewhere' });
  expect([...due([asked, other]).covered]).toEqual(['target']);
  expect([...due([asked, other], { source: marked }).covered].toSorted()).toEqual([
    'elsewhere',
    'source',
    'target',
  ]);
});

describe('an automation whose settings this version cannot obey', () => {
  test.each([
    ['of a newer version', { settingsVersion: 2 }],
    ['with another mode', { mode: 'add_only' }],
    ['with a mode nobody knows', { mode: 'swap' }],
    ['with pinned options', { pinnedFirst: ['keep me'] }],
    ['with a filter', { filters: { match: 'all', rules: [] } }],
    ['with a separator', { splitValues: ',' }],
    ['with an order', { order: 'ascending' }],
  ])('%s is left alone, and its sheets do not count as seen', (_what, fields) => {
    const other = automation({ id: 'b', ...marked });
    const work = due([automation({ ...marked, ...fields } as Partial<SyncedAutomation>), other], {
      source: marked,
    });
    expect(work.unsupported.map(({ id }) => id)).toEqual(['a']);
    expect(work.groups.flat().map((one) => one.automation.id)).toEqual(['b']);
    expect([...work.covered]).toEqual([]);
  });
});
