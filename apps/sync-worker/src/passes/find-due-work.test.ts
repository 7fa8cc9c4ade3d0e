import { defaultSettings } from '@picksync/contracts';
import { describe, expect, test } from 'vitest';
import type { SyncedAutomation } from '../automations/automations.store.ts';
import { findDueWork } from './find-due-work.ts';

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
    leaving: [],
    renameIntent: null,
    ...fields,
  }) as SyncedAutomation;

const due = (
  automations: SyncedAutomation[],
  sheets: Record<string, { dirtyAt: Date | null }> = {},
  changes: { connectedAt?: Date; hasAdvanced?: boolean; surplus?: ReadonlySet<string> } = {},
) =>
  findDueWork({
    automations,
    unreadable: [],
    sheets: new Map(Object.entries(sheets)),
    connectedAt: new Date('2026-11-01T00:00:00Z'),
    hasAdvanced: true,
    surplus: new Set(),
    now: marked.dirtyAt,
    ...changes,
  });

test('an automation is due when it is marked, or when one of its sheets is; else not', () => {
  expect(due([automation(marked)]).groups).toHaveLength(1);
  expect(due([automation({})], { source: marked }).groups).toHaveLength(1);
  expect(due([automation({})], { target: marked }).groups).toHaveLength(1);
  expect(due([automation({})], { source: clean, target: clean }).groups).toEqual([]);
});

describe('a destination', () => {
  const targetMoved = { source: clean, target: marked };
  const only = (
    fields: Partial<SyncedAutomation>,
    sheets: Record<string, { dirtyAt: Date | null }>,
    connectedAt = new Date('2026-11-01T00:00:00Z'),
  ) =>
    due([automation({ ...marked, ...fields })], sheets, { connectedAt }).groups[0]?.[0]?.hasOnlyTargetMoved;

  test('alone has changed when it alone is marked and nobody touched the automation since it was in step', () => {
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
    ['an option keeps its place because rows use it', { mode: 'keep_used' as const }, targetMoved],
    [
      'an option leaves by now',
      { leaving: [{ hash: 'k:a', leavesAt: marked.dirtyAt.toISOString() }] },
      targetMoved,
    ],
  ])('has not changed alone when %s', (_why, fields, sheets) => {
    expect(only(fields, sheets)).toBe(false);
  });

  test('has not changed alone when its user has connected anew since', () => {
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
    usedColumnIds: [],
  });
  expect(work.needs.get('target')).toEqual({
    sheetId: 'target',
    sourceColumnIds: ['t9'],
    targetColumnIds: ['t1', 't2'],
    usedColumnIds: [],
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
    ['of a newer version', { settingsVersion: 99 }],
    ['with a mode nobody knows', { mode: 'swap' }],
    ['with a filter that has no rule', { filters: { match: 'all', rules: [] } }],
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

test('settings beyond the plan of the user are not obeyed, and nothing is read for them', () => {
  const filters = {
    match: 'all' as const,
    rules: [{ columnId: '22', columnName: 'City', operator: 'is_blank' as const, value: null }],
  };
  const filtered = automation({ ...marked, filters });
  const lacking = due([filtered], {}, { hasAdvanced: false });
  expect(lacking.groups.flat()).toMatchObject([{ lacksPlan: true }]);
  expect([...lacking.needs]).toEqual([]);
  const allowed = due([filtered]);
  expect(allowed.groups.flat()).toMatchObject([{ lacksPlan: false }]);
  expect(allowed.needs.get('source')?.sourceColumnIds).toEqual(['s1', '22']);
});

test('automations beyond what the plan covers wait for the job that pauses them, and the others go on', () => {
  const work = due(
    [automation({ ...marked, id: 'a' }), automation({ ...marked, id: 'b' })],
    {},
    {
      surplus: new Set(['b']),
    },
  );
  expect(work.groups.flat().map((one) => one.automation.id)).toEqual(['a']);
  expect(work.retryAt).toEqual(new Date(marked.dirtyAt.getTime() + 5_000));
});
