import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRestore } from './restore-plan.ts';
import { toBaseHashes } from './run-state.ts';
import { again, hash, planInput, planned } from './testing/planned.ts';
import { withoutRemovals } from './without-removals.ts';

const word = fc.constantFrom(...'abcdefgh', 'A', 'B', '1', '2');
const list = fc.uniqueArray(word, { maxLength: 8 });
const settings = fc.record({
  mode: fc.constantFrom('mirror', 'add_only', 'keep_used'),
  order: fc.constantFrom('source', 'ascending', 'descending'),
  ignoreCase: fc.boolean(),
  maxRemovalPercent: fc.constant(100),
  pinnedLast: fc.constantFrom<string[]>([], ['h']),
  graceDays: fc.constantFrom(0, 3),
  drift: fc.constantFrom('put_back', 'keep'),
  keepCopies: fc.constant(true),
});
const given = fc.record({
  before: list,
  values: list,
  byHand: list,
  uses: fc.dictionary(word, fc.nat(2)),
  settings,
});
const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 500) };
const yes = () => true;

test('a list that waited for its copy ends as if the copy had been there at once, and is remembered alike', () => {
  fc.assert(
    fc.property(given, ({ before, values, byHand, uses, ...drawn }) => {
      const first = planned({ ...drawn, values: before, currentOptions: [], isApproved: yes });
      const currentOptions = [...new Set([...first.options, ...byHand])];
      const input = { ...drawn, values, uses, currentOptions, state: first.state, isApproved: yes };
      const whole = planned(input);
      if (!whole.needsCopy || whole.verdict !== 'write') return;
      const options = withoutRemovals(whole, currentOptions);
      expect(currentOptions.filter((option) => !options.includes(option))).toEqual([]);
      const { keptHashes, excludedHashes } = whole.state;
      const all = planInput(input).settings;
      const baseHashes = toBaseHashes({ options, settings: all, hash });
      const state = { ...whole.waitingState, keptHashes, excludedHashes, baseHashes };
      const later = planned({ ...input, currentOptions: options, state });
      expect(later.options).toEqual(whole.options);
      expect(later.state).toEqual(whole.state);
      // Another failure in between changes nothing either.
      const still = planned({
        ...input,
        currentOptions: options,
        state: { ...later.waitingState, baseHashes },
      });
      expect(still.options).toEqual(whole.options);
      expect(again(input, later)).toMatchObject({ verdict: 'unchanged', needsCopy: false });
    }),
    runs,
  );
});

test('putting a list back and then today’s again leaves the dropdown as it was, and loses no option on the way', () => {
  fc.assert(
    fc.property(list, list, (current, wanted) => {
      const there = planRestore({ current, wanted });
      const back = planRestore({ current: wanted, wanted: current });
      expect([there.added.length, there.removed.length]).toEqual([back.removed.length, back.added.length]);
      expect(new Set([...wanted, ...there.removed])).toEqual(new Set([...current, ...there.added]));
      expect(there.staying + there.added.length).toBe(wanted.length);
      expect(there.isSame).toBe(JSON.stringify(current) === JSON.stringify(wanted));
    }),
    runs,
  );
});
