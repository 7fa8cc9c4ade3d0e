import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOptionHashes, type OptionHash } from './option-hash.ts';
import type { RunState } from './run-state.ts';
import { type Given, planned } from './testing/planned.ts';

const text = fc.constantFrom('a', 'A', 'b', 'c', 'C', 'd', 'é');
const values = fc.array(text, { maxLength: 6 });
const options = fc.uniqueArray(text, { maxLength: 6 });
const settings = fc.record({
  mode: fc.constantFrom('mirror', 'add_only', 'keep_used'),
  ignoreCase: fc.boolean(),
  graceDays: fc.constantFrom(0, 3),
  drift: fc.constantFrom('put_back', 'keep', 'ask'),
});
/** A run whose list people have edited, another one, and a new secret before the third. */
const history = fc.record({
  first: fc.record({ values, settings }),
  second: fc.record({ values, byHand: options }),
  third: fc.record({ values, currentOptions: options, settings, uses: fc.dictionary(text, fc.nat(1)) }),
});

const approved = { isApproved: () => true };
const later = new Date('2026-11-24T10:00:00Z');

const hash = createOptionHashes('the new secret', ['a secret before it', 'the first one'])('an automation');

/** Hashes as they are made now, which tell how they were made with another secret. */
function twoHashes() {
  const earlier = new Map<string, string>();
  const of: OptionHash['of'] = (option, settings) => {
    const made = hash.of(option, settings);
    earlier.set(made, hash.others[earlier.size % 2]?.of(option, settings) ?? '');
    return made;
  };
  const all = (hashes: readonly string[]) => hashes.map((one) => earlier.get(one) ?? one);
  const asBefore = (state: RunState): RunState => ({
    ...state,
    baseHashes: all(state.baseHashes),
    keptHashes: all(state.keptHashes),
    excludedHashes: all(state.excludedHashes),
    leaving: state.leaving.map((entry) => ({ ...entry, hash: earlier.get(entry.hash) ?? entry.hash })),
  });
  return { hash: { ...hash, of }, asBefore };
}

function planAfter(state: RunState, given: Given) {
  const { state: after, waitingState: _, ...shown } = planned({ ...given, state, hash });
  return { after, shown };
}

test('hashes made with another secret lead to the same plans, in the next run and after it', () => {
  let remembered = 0;
  const property = fc.property(history, ({ first, second, third }) => {
    const { hash, asBefore } = twoHashes();
    const begun = planned({ ...first, ...approved, hash });
    const currentOptions = [...new Set([...begun.options.slice(1), ...second.byHand])];
    const run = { settings: first.settings, values: second.values, currentOptions, state: begun.state };
    const { state } = planned({ ...run, ...approved, hash });
    remembered += state.keptHashes.length + state.excludedHashes.length + state.leaving.length;
    const [now, before] = [state, asBefore(state)].map((one) => planAfter(one, { ...third, now: later }));
    expect(before?.shown).toEqual(now?.shown);
    const next = { ...third, values: first.values, currentOptions: begun.options, now: later };
    const [nextNow, nextBefore] = [now, before].map((one) => one && planAfter(one.after, next).shown);
    expect(nextBefore).toEqual(nextNow);
  });
  fc.assert(property, { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) });
  expect(remembered).toBeGreaterThan(0);
});
