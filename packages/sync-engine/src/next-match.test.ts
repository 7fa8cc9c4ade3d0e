import { matchStates } from '@picksync/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type KnownMatch,
  needsRead,
  nextMatch,
  oldestFirst,
  type SeenMatch,
  unknownMatch,
} from './next-match.ts';
import { column } from './testing/columns.ts';

const now = new Date('2026-11-27T10:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
const setting = { now, takesUpNew: true };
const follower: KnownMatch = { ...unknownMatch, state: 'follows', hasAutomation: true };
const fits: SeenMatch = { kind: 'fits', column: column({ type: 'PICKLIST' }) };
const missing: SeenMatch = { kind: 'missing' };

/** What becomes of a sheet in several looks, one after another. */
const look = (known: KnownMatch, ...seen: SeenMatch[]) => {
  const acts: string[] = [];
  let current = known;
  for (const one of seen) {
    const { act, state, missedLooks } = nextMatch(current, one, setting);
    acts.push(act);
    const goneAt = act === 'pause' ? now : act === 'resume' ? null : current.goneAt;
    current = {
      ...current,
      state,
      missedLooks,
      goneAt,
      hasAutomation: current.hasAutomation || act === 'take_up',
    };
  }
  return acts;
};

describe('a sheet', () => {
  test('is taken up when it fits, or asks first', () => {
    expect(nextMatch(unknownMatch, fits, setting)).toMatchObject({ act: 'take_up', state: 'follows' });
    const asking = { ...setting, takesUpNew: false };
    expect(nextMatch(unknownMatch, fits, asking)).toMatchObject({ act: 'none', state: 'asks' });
    expect(nextMatch({ ...unknownMatch, isWanted: true }, fits, asking)).toMatchObject({ act: 'take_up' });
  });

  test.each(['waits', 'taken', 'loop'] as const)(
    'is not asked about where the first look took it up and it is held back since (%s)',
    (state) => {
      const asking = { ...setting, takesUpNew: false };
      const heldBack = { ...unknownMatch, state };
      expect(nextMatch(heldBack, fits, asking).act).toBe('take_up');
      expect(nextMatch(heldBack, { kind: 'unchanged' }, asking).act).toBe('take_up');
    },
  );

  test('is gone when two looks in a row agree, and goes on when it is back', () => {
    expect(look(follower, missing, fits, missing, missing, fits)).toEqual([
      'none',
      'none',
      'none',
      'pause',
      'resume',
    ]);
    expect(look(follower, missing, { kind: 'no_column' })).toEqual(['none', 'pause']);
  });

  test('is forgotten when two looks in a row agree, with what a person chose for it', () => {
    const wanted = { ...unknownMatch, state: 'choose' as const, isWanted: true };
    expect(look(wanted, missing, { kind: 'unknown' }, fits)).toEqual(['none', 'none', 'take_up']);
    expect(look(wanted, missing, missing)).toEqual(['none', 'forget']);
    expect(nextMatch(wanted, missing, setting)).toEqual({ act: 'none', state: 'choose', missedLooks: 1 });
  });

  test('is dropped after thirty days, unless it is back by then', () => {
    const gone = { ...follower, state: 'gone' as const };
    expect(nextMatch({ ...gone, goneAt: daysAgo(29) }, missing, setting).act).toBe('none');
    expect(nextMatch({ ...gone, goneAt: daysAgo(30) }, missing, setting).act).toBe('drop');
    expect(nextMatch({ ...gone, goneAt: daysAgo(29) }, fits, setting).act).toBe('resume');
    expect(nextMatch({ ...gone, goneAt: daysAgo(40) }, fits, setting).act).toBe('resume');
  });

  test('is tried again without being read, where it waited for room', () => {
    const waiting = { ...unknownMatch, state: 'waits' as const };
    expect(nextMatch(waiting, { kind: 'unchanged' }, setting).act).toBe('take_up');
    const columnless = { ...unknownMatch, state: 'no_column' as const };
    expect(nextMatch(columnless, { kind: 'unchanged' }, setting).act).toBe('none');
  });
});

const known = fc.record({
  state: fc.constantFrom(...matchStates),
  isExcluded: fc.boolean(),
  isWanted: fc.boolean(),
  missedLooks: fc.nat({ max: 3 }),
  goneAt: fc.constantFrom(null, daysAgo(1), daysAgo(40)),
  hasAutomation: fc.boolean(),
});
const seen = fc.constantFrom<SeenMatch>(
  { kind: 'unknown' },
  missing,
  { kind: 'unchanged' },
  fits,
  { kind: 'choose', columns: [] },
  { kind: 'refused', column: column({}), reason: 'locked' },
  { kind: 'no_column' },
);

test('a sheet that is left out, unreadable or followed already never acts, whatever was known and seen', () => {
  fc.assert(
    fc.property(known, seen, (before, what) => {
      const { act, missedLooks } = nextMatch(before, what, setting);
      if (before.isExcluded || what.kind === 'unknown') expect(act).toBe('none');
      if (before.hasAutomation) expect(['take_up', 'forget']).not.toContain(act);
      else expect(['pause', 'resume', 'drop']).not.toContain(act);
      if (act === 'pause') expect(missedLooks).toBeGreaterThanOrEqual(2);
      if (act === 'drop') expect(before.goneAt).toEqual(daysAgo(40));
    }),
  );
});

describe('the columns of a sheet', () => {
  const at = { modifiedAt: daysAgo(3), isDoubtful: false, now };
  const read = {
    ...unknownMatch,
    state: 'no_column' as const,
    readAt: daysAgo(0.1),
    sheetModifiedAt: daysAgo(3),
  };

  test('are read when it is new, has changed, or was read six hours ago', () => {
    expect(needsRead(null, at)).toBe(true);
    expect(needsRead(read, at)).toBe(false);
    expect(needsRead(read, { ...at, modifiedAt: daysAgo(1) })).toBe(true);
    expect(needsRead({ ...read, readAt: daysAgo(0.3) }, at)).toBe(true);
  });

  test('are left to the syncs where it follows, unless these found something, and never read where it is left out', () => {
    const following = { ...read, ...follower };
    expect(needsRead(following, { ...at, modifiedAt: daysAgo(1) })).toBe(false);
    expect(needsRead(following, { ...at, isDoubtful: true })).toBe(true);
    expect(needsRead({ ...following, missedLooks: 1 }, at)).toBe(true);
    expect(needsRead({ ...read, isExcluded: true }, { ...at, modifiedAt: daysAgo(1) })).toBe(false);
  });
});

test('sheets are ordered by when they were made', () => {
  const sheets = [
    { sheetId: '12', sheetCreatedAt: null },
    { sheetId: '9', sheetCreatedAt: null },
    { sheetId: '3', sheetCreatedAt: daysAgo(1) },
    { sheetId: '4', sheetCreatedAt: daysAgo(2) },
  ];
  expect(sheets.toSorted(oldestFirst).map(({ sheetId }) => sheetId)).toEqual(['4', '3', '9', '12']);
});
