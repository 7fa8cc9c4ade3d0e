import type { Automation, Sheet } from '@picksync/db';
import { expect, test } from 'vitest';
import { dueWork } from './due.ts';
import { sheetsSeen } from './pass-sheets.ts';
import type { SheetReads } from './sheet-reads.ts';
import type { PassEnd } from './sync-pass.ts';

const dirtyAt = new Date('2026-11-21T12:00:00Z');

const automation = (id: string, sourceSheetId: string, sheetId: string, marked = true) =>
  ({ id, sourceSheetId, sheetId, dirtyAt: marked ? dirtyAt : null }) as Automation;
const sheet = (sheetId: string) => [sheetId, { sheetId, dirtyAt } as Sheet] as const;

/** What is remembered after a pass that read these sheets. */
function seen(given: {
  automations: Automation[];
  read: string[];
  marked?: string[];
  refused?: string[];
  left?: string[];
}) {
  const { automations, read, marked = [], refused = [], left = [] } = given;
  const sheets = new Map(marked.map(sheet));
  const work = dueWork({ automations, sheets, connectedAt: new Date(0) });
  const reads = {
    done: () => read.map((id) => ({ id, name: id, version: 3, volatile: false })),
    refused: () => refused,
  } as unknown as SheetReads;
  const end = { left: new Set(left) } as PassEnd;
  const { read: recorded, lost, marks } = sheetsSeen({ work, sheets, reads, end });
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
