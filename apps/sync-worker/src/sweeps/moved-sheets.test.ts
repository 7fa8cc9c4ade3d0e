import { describe, expect, test } from 'vitest';
import { findMovedSheets } from './sweep-connection.ts';
import type { WatchedSheet } from './sweeps.store.ts';

const now = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000);

const known = { version: 7, volatile: false, lastReadAt: hoursAgo(1) };

const isMoved = (sheet: Partial<WatchedSheet['known']> | null, listed = 7) =>
  findMovedSheets({
    watched: [{ sheetId: '1', isReport: false, known: sheet === null ? undefined : { ...known, ...sheet } }],
    versions: new Map([['1', listed]]),
    now,
  }).length === 1;

test('a sheet with the version that was read has not moved', () => {
  expect(isMoved({})).toBe(false);
});

describe('a sheet', () => {
  test('has to be read when its version is another one, higher or lower', () => {
    expect(isMoved({}, 8)).toBe(true);
    expect(isMoved({}, 6)).toBe(true);
  });

  test('has to be read when it never was', () => {
    expect(isMoved(null)).toBe(true);
    expect(isMoved({ lastReadAt: null })).toBe(true);
  });

  test('has to be read when its cells are computed or linked, whatever its version', () => {
    expect(isMoved({ volatile: true })).toBe(true);
  });

  test('has to be read six hours after it was read last', () => {
    expect(isMoved({ lastReadAt: hoursAgo(5.9) })).toBe(false);
    expect(isMoved({ lastReadAt: hoursAgo(6) })).toBe(true);
  });

  test('has to be read once when it is no longer listed, and again when it comes back', () => {
    const gone = new Map([['1', null]]);
    const listedNoMore = findMovedSheets({
      watched: [{ sheetId: '1', isReport: false, known }],
      versions: gone,
      now,
    });
    expect(listedNoMore).toMatchObject([{ sheetId: '1', isChanged: false }]);
    const knownToBeGone = { ...known, version: null };
    expect(
      findMovedSheets({
        watched: [{ sheetId: '1', isReport: false, known: knownToBeGone }],
        versions: gone,
        now,
      }),
    ).toEqual([]);
    expect(isMoved({ version: null }, 7)).toBe(true);
  });
});

test('a sheet of which nothing was told has not moved, until six hours are over', () => {
  const untold = (lastReadAt: Date) =>
    findMovedSheets({
      watched: [{ sheetId: '1', isReport: false, known: { ...known, lastReadAt } }],
      versions: new Map(),
      now,
    });
  expect(untold(hoursAgo(1))).toEqual([]);
  expect(untold(hoursAgo(6))).toMatchObject([{ sheetId: '1', isChanged: false }]);
});
