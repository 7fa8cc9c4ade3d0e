import type { FewerSheets } from '@picksync/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IsApproved } from './plan-input.ts';
import { emptyRunState } from './run-state.ts';
import { again, hash, planned } from './testing/planned.ts';
import { toRenaming } from './testing/renaming.ts';

const before = { ...emptyRunState, sourceSheetCount: 9 };
const lost = { values: ['a'], currentOptions: ['a', 'b'], state: before, sourceSheetCount: 7 };

test('a report of fewer sheets asks before it removes one option, and says both numbers', () => {
  expect(planned(lost)).toMatchObject({
    verdict: 'waiting_review',
    reason: 'fewer_source_sheets',
    figures: { found: 7, allowed: 9 },
    state: { sourceSheetCount: 9 },
  });
  expect(planned({ ...lost, sourceSheetCount: 9 })).toMatchObject({ verdict: 'write' });
});

test('an approval counts for the new number, and "Keep them" for the old one', () => {
  const approved = planned({ ...lost, isApproved: () => true });
  expect(approved).toMatchObject({ verdict: 'write', options: ['a'], state: { sourceSheetCount: 7 } });
  const kept = planned({ ...lost, isKept: () => true });
  expect(kept).toMatchObject({ options: ['a', 'b'], state: { sourceSheetCount: 9 } });
});

test('an emptied report is asked about as such, since that wants a confirmation', () => {
  expect(planned({ ...lost, values: [] })).toMatchObject({ reason: 'source_empty' });
});

test('fewer sheets that take nothing away ask nobody, and more sheets are remembered', () => {
  const same = planned({ ...lost, values: ['a', 'b'] });
  expect(same).toMatchObject({ verdict: 'unchanged', state: { sourceSheetCount: 7 } });
  const more = again({ values: ['a', 'b', 'c'], sourceSheetCount: 12 }, same);
  expect(more).toMatchObject({ verdict: 'write', state: { sourceSheetCount: 12 } });
});

const names = { before: ['a', 'b', 'c', 'd'], now: ['m', 'm', null, null], hash };
const renamed = {
  values: ['m'],
  currentOptions: ['a', 'b', 'c', 'd'],
  settings: { renames: 'follow' as const },
  renaming: toRenaming(names),
  state: before,
  sourceSheetCount: 7,
};

test('a question about names says as well that the report reads fewer sheets, where options would go', () => {
  expect(planned(renamed)).toMatchObject({
    reason: 'names_changed',
    figures: { found: 2, fewerSheets: { found: 7, before: 9 } },
    removed: ['c', 'd'],
  });
  const whole = planned({ ...renamed, sourceSheetCount: 9 });
  expect(whole).toMatchObject({ reason: 'names_changed' });
  expect(whole).not.toHaveProperty('figures.fewerSheets');
});

test('an approval of names stands for the sheets that it was told of, and takes nothing away without a word', () => {
  const seen: (FewerSheets | null)[] = [];
  const isApproved: IsApproved = ({ fewerSheets = null }) => seen.push(fewerSheets) > 0;
  expect(planned({ ...renamed, isApproved })).toMatchObject({
    verdict: 'write',
    state: { sourceSheetCount: 7 },
  });
  const settings = { ...renamed.settings, mode: 'keep_used' as const };
  const used = planned({ ...renamed, settings, uses: { c: 1, d: 1 }, isApproved });
  expect(used).toMatchObject({ verdict: 'write', keptInUse: ['c', 'd'], state: { sourceSheetCount: 9 } });
  expect(seen).toEqual([{ found: 7, before: 9 }, null]);
});

test('an option that stays for now keeps the number, so that its removal is asked about', () => {
  const settings = { mode: 'keep_used' as const };
  const used = planned({ ...lost, settings, uses: { b: 1 } });
  expect(used).toMatchObject({ verdict: 'unchanged', state: { sourceSheetCount: 9 } });
  const unused = again({ values: ['a'], settings, uses: {}, sourceSheetCount: 7 }, used);
  expect(unused).toMatchObject({ reason: 'fewer_source_sheets' });
  const grace = planned({ ...lost, settings: { graceDays: 7 } });
  expect(grace).toMatchObject({ verdict: 'unchanged', state: { sourceSheetCount: 9 } });
});

test('the number of sheets stays, and nobody is asked, where Smartsheet does not say how many there are', () => {
  expect(planned({ ...lost, sourceSheetCount: null })).toMatchObject({
    verdict: 'write',
    state: { sourceSheetCount: 9 },
  });
});

const option = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
const looks = fc.array(
  fc.record({
    values: fc.uniqueArray(option, { minLength: 1 }),
    sourceSheetCount: fc.integer({ min: 1, max: 4 }),
    days: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 1, maxLength: 8 },
);
const settings = fc.record({
  mode: fc.constantFrom('mirror' as const, 'keep_used' as const),
  graceDays: fc.constantFrom(0, 3),
});

test('while a report reads fewer sheets than the list stands for, nothing is ever removed unasked', () => {
  fc.assert(
    fc.property(looks, settings, fc.uniqueArray(option), (all, chosen, used) => {
      const uses = Object.fromEntries(used.map((text) => [text, 1]));
      let now = new Date('2026-11-22T10:00:00Z');
      let left = { currentOptions: [] as readonly string[], state: emptyRunState };
      /** The most sheets that the list has stood for since nothing of them was pending. */
      let stoodFor = 0;
      for (const { days, ...look } of all) {
        now = new Date(now.getTime() + days * 24 * 60 * 60_000);
        const done = planned({ ...left, ...look, settings: chosen, uses, now });
        const isWritten = done.verdict === 'write' || done.verdict === 'unchanged';
        if (look.sourceSheetCount < stoodFor && isWritten) expect(done.removed).toEqual([]);
        if (!isWritten) continue;
        const isPending = done.options.some((text) => !look.values.some((value) => value === text));
        stoodFor = isPending ? Math.max(stoodFor, look.sourceSheetCount) : look.sourceSheetCount;
        left = { currentOptions: done.options, state: done.state };
      }
    }),
  );
});
