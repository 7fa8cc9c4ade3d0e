import { describe, expect, test } from 'vitest';
import { nextTryAt } from './sheet-backoff.ts';

const minute = 60_000;
const since = new Date('2026-11-21T10:00:00Z');
const after = (minutes: number) => new Date(since.getTime() + minutes * minute);

describe('an automation whose sheet is answered with errors is tried again', () => {
  test.each([
    ['after a minute at first', 0, 1],
    ['after as long as it has lasted', 7, 14],
    ['after a quarter of an hour at the most', 300, 315],
  ])('%s', (_when, triedAfter, nextAfter) => {
    const outage = { outageSince: since, outageTriedAt: after(triedAfter), manualSyncAt: null };
    expect(nextTryAt(outage)).toEqual(after(nextAfter));
  });

  test('a manual sync tries at once, but not again and again', () => {
    const outage = { outageSince: since, outageTriedAt: after(5) };
    expect(nextTryAt({ ...outage, manualSyncAt: after(6) })).toBeNull();
    expect(nextTryAt({ ...outage, manualSyncAt: after(4) })).toEqual(after(10));
  });

  test('a sheet without an outage is tried at once', () => {
    expect(nextTryAt({ outageSince: null, outageTriedAt: null, manualSyncAt: null })).toBeNull();
  });
});
