import { defaultSettings } from '@picksync/contracts';
import type { Sheet } from '@picksync/db';
import { SmartsheetError } from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import type { SyncedAutomation } from '../automations/automations.store.ts';
import { findDueWork } from './find-due-work.ts';
import { toSheetsRecord } from './pass-progress.ts';

const dirtyAt = new Date('2026-11-21T12:00:00Z');

const automation = (id: string, sourceSheetId: string, sheetId: string, marked = true) =>
  ({
    ...defaultSettings,
    settingsVersion: 1,
    intent: null,
    outageSince: null,
    outageTriedAt: null,
    manualSyncAt: null,
    id,
    sourceSheetId,
    sheetId,
    dirtyAt: marked ? dirtyAt : null,
  }) as SyncedAutomation;
const sheet = (sheetId: string) => [sheetId, { sheetId, dirtyAt } as Sheet] as const;

const gone = new SmartsheetError({
  class: 'configuration',
  reason: 'not_found',
  operation: 'sheets.get',
});

/** What is remembered after a pass that read these sheets. */
function seen(given: {
  automations: SyncedAutomation[];
  read: string[];
  marked?: string[];
  refused?: string[];
  left?: string[];
  skipped?: string[];
  targetsOnly?: string[];
}) {
  const { automations, read, marked = [], refused = [], left = [], skipped = [], targetsOnly = [] } = given;
  const sheets = new Map(marked.map(sheet));
  const work = findDueWork({
    hasAdvanced: true,
    surplus: new Set(),
    automations,
    unreadable: [],
    sheets,
    connectedAt: new Date(0),
    now: dirtyAt,
  });
  const reads = {
    seen: () =>
      read.map((id) => ({ id, name: id, version: 3, volatile: false, hasRows: !targetsOnly.includes(id) })),
    getFailure: (id: string) => (refused.includes(id) ? gone : undefined),
  };
  const facts = { left: new Set(left), skippedSources: new Set(skipped) };
  const { read: recorded, lost, marks } = toSheetsRecord({ work, sheets, reads, ...facts });
  return { read: recorded.map((one) => one.sheetId), lost, marks: marks.map((one) => one.sheetId) };
}

test('sheets that were read for everybody count as seen, and lose their marks', () => {
  const automations = [automation('a', 's', 't')];
  expect(seen({ automations, read: ['s', 't'], marked: ['s'] })).toEqual({
    read: ['s', 't'],
    lost: [],
    marks: ['s'],
  });
});

test('a sheet that another automation uses, which was not looked at, does not count as seen', () => {
  const automations = [automation('a', 's', 't'), automation('b', 's', 'u', false)];
  expect(seen({ automations, read: ['s', 't'] })).toMatchObject({ read: ['t'] });
});

test('a sheet of an automation that was left undone keeps its mark', () => {
  const automations = [automation('a', 's', 't'), automation('b', 's', 'u')];
  const result = seen({ automations, read: ['s', 't', 'u'], marked: ['s', 'u'], left: ['b'] });
  expect(result).toEqual({ read: ['t'], lost: [], marks: [] });
});

test('a sheet that is gone is remembered as lost, and its mark is dealt with', () => {
  const automations = [automation('a', 's', 't')];
  expect(seen({ automations, read: ['t'], refused: ['s'], marked: ['s'] })).toEqual({
    read: ['t'],
    lost: ['s'],
    marks: ['s'],
  });
});

test('the mark of a sheet that no active automation uses is taken away', () => {
  expect(seen({ automations: [], read: [], marked: ['unused'] })).toMatchObject({ marks: ['unused'] });
});

test('a source that an automation could do without does not count as seen', () => {
  const automations = [automation('a', 's', 't')];
  expect(seen({ automations, read: ['s', 't'], marked: ['t'], skipped: ['s'] }).read).toEqual(['t']);
});

test('a source of which only columns were read, because it is a target too, does not count as seen', () => {
  const automations = [automation('a', 's', 't'), automation('b', 't', 's')];
  expect(seen({ automations, read: ['s', 't'], targetsOnly: ['s'] }).read).toEqual(['t']);
});

test('the mark of a sheet stays while an automation that uses it is left to a newer version', () => {
  const newer = { ...automation('a', 's', 't'), settingsVersion: 2 };
  expect(seen({ automations: [newer], read: [], marked: ['s', 't'] }).marks).toEqual([]);
});
