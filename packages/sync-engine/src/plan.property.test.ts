import { type AutomationSettings, defaultSettings } from '@picksync/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldCase, isBlank, normaliseText } from './cell-texts.ts';
import { plan } from './plan.ts';
import { sourceValues } from './source-values.ts';
import { again, type Given, planInput, planned } from './testing/planned.ts';
import { cell, toRows } from './testing/rows.ts';

const raw = fc.oneof(
  // A small alphabet makes repeats, and texts that differ by case, spaces or composition only, likely.
  fc.string({
    unit: fc.constantFrom('a', 'A', 'b', ' ', '\u00a0', 'é', 'e\u0301', '1', '2', ','),
    maxLength: 6,
  }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const said = raw.map(normaliseText).filter((text) => !isBlank(text));
const values = fc.array(said, { maxLength: 40 });
const days = 24 * 60 * 60_000;
const settings = fc.record({
  mode: fc.constantFrom('mirror', 'add_only', 'keep_used'),
  removeDuplicates: fc.boolean(),
  order: fc.constantFrom('source', 'ascending', 'descending'),
  ignoreCase: fc.boolean(),
  maxRemovalPercent: fc.nat({ max: 100 }),
  pinnedFirst: fc.array(said, { maxLength: 2 }),
  pinnedLast: fc.array(said, { maxLength: 2 }),
  graceDays: fc.constantFrom(0, 3),
  drift: fc.constantFrom('put_back', 'keep', 'ask'),
});
/** An automation that has run, and what has happened to both sheets since. */
const given = fc.record({
  before: values,
  values,
  currentOptions: fc.uniqueArray(raw, { maxLength: 40 }),
  settings,
  uses: fc.dictionary(said, fc.nat({ max: 3 })),
  limits: fc.record({ maxOptions: fc.integer({ min: 1, max: 60 }), maxOptionLength: fc.constant(4_000) }),
});
type Drawn = typeof given extends fc.Arbitrary<infer Value> ? Value : never;

const yes = () => true;
/** What an earlier run left behind, of other values. */
function withHistory({ before, ...drawn }: Drawn): Given {
  const { state } = planned({ ...drawn, values: before, currentOptions: [], isApproved: yes });
  return { ...drawn, state };
}

const always = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, holds), { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) });
const toKey = ({ settings: { ignoreCase = false } = {} }: Given) =>
  ignoreCase ? (text: string) => foldCase(normaliseText(text)) : normaliseText;

test('a dropdown that was just written plans nothing, and is remembered alike', () => {
  always(given, (drawn) => {
    const input = withHistory(drawn);
    const first = planned({ ...input, isApproved: yes });
    if (first.verdict === 'refused') return;
    const second = again(input, first);
    expect(second).toMatchObject({ verdict: 'unchanged', added: [], removed: [], options: first.options });
    expect(second.state).toEqual(first.state);
  });
});

test('the same input gives the same plan', () => {
  always(given, (drawn) => {
    const input = withHistory(drawn);
    expect(planned(input)).toEqual(planned(input));
  });
});

test('no option is there twice', () => {
  always(given, (drawn) => {
    const { options } = planned(withHistory(drawn));
    expect(new Set(options).size).toBe(options.length);
  });
});

test('a mirror invents nothing and loses nothing', () => {
  always(given, (drawn) => {
    const own: Partial<AutomationSettings> = {
      pinnedFirst: [],
      pinnedLast: [],
      graceDays: 0,
      drift: 'put_back',
    };
    const input = { ...drawn, settings: { ...drawn.settings, ...own, mode: 'mirror' as const } };
    const { options } = planned(input);
    expect(new Set(options.map(toKey(input)))).toEqual(new Set(drawn.values.map(toKey(input))));
    expect(new Set(options.map(toKey(input))).size).toBe(options.length);
  });
});

test('source order keeps the order of the source, with kept options behind it', () => {
  always(given, (drawn) => {
    const own: Partial<AutomationSettings> = {
      order: 'source',
      mode: 'mirror',
      ignoreCase: false,
      pinnedFirst: [],
      pinnedLast: [],
    };
    const input = { ...drawn, settings: { ...drawn.settings, ...own } };
    const places = planned(input).options.map((option) => {
      const place = drawn.values.indexOf(normaliseText(option));
      return place < 0 ? drawn.values.length : place;
    });
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });
});

test('a sorted order does not depend on the order of the rows', () => {
  const sorted = given.filter(({ settings: { order, ignoreCase } }) => order !== 'source' && !ignoreCase);
  always(sorted, (drawn) => {
    const turned = { ...drawn, values: drawn.values.toReversed() };
    expect(planned(turned).options).toEqual(planned(drawn).options);
  });
});

test('added, removed and kept are exactly the difference', () => {
  always(given, (drawn) => {
    const { options, added, removed, kept, keptInUse, leaving } = planned(withHistory(drawn));
    expect([...kept, ...added].toSorted()).toEqual(options.toSorted());
    expect([...kept, ...removed].toSorted()).toEqual(drawn.currentOptions.toSorted());
    expect(kept).toEqual(expect.arrayContaining([...keptInUse, ...leaving.map(({ option }) => option)]));
  });
});

test('no plan that writes breaks a limit, and only an asked person empties a dropdown', () => {
  always(given, (drawn) => {
    const { verdict, options, removed } = planned(withHistory(drawn));
    if (verdict !== 'write') return;
    expect(options.length).toBeLessThanOrEqual(drawn.limits.maxOptions);
    expect(removed.length === 0 || drawn.values.length > 0).toBe(true);
    expect(options.length).toBeGreaterThan(0);
  });
});

test('add-only never removes an option, whatever anybody answers', () => {
  always(given, (drawn) => {
    const input = withHistory({ ...drawn, settings: { ...drawn.settings, mode: 'add_only' } });
    for (const answers of [{}, { isApproved: yes }, { isKept: yes }]) {
      expect(planned({ ...input, ...answers }).removed).toEqual([]);
    }
  });
});

test('an option that a row uses is never removed by an automation that keeps used ones', () => {
  always(given, (drawn) => {
    const input = withHistory({ ...drawn, settings: { ...drawn.settings, mode: 'keep_used' } });
    const { removed } = planned({ ...input, isApproved: yes });
    const used = removed.filter((option) => (drawn.uses[normaliseText(option)] ?? 0) > 0);
    expect(used).toEqual([]);
  });
});

test('keep-used removes nothing while the uses are not known', () => {
  always(given, ({ uses: _uses, ...drawn }) => {
    const input = { ...drawn, settings: { ...drawn.settings, mode: 'keep_used' as const } };
    expect(planned({ ...input, isApproved: yes }).removed).toEqual([]);
  });
});

test('an option that a person keeps is not removed', () => {
  always(given, (drawn) => {
    const asking = { ...drawn.settings, drift: 'put_back' as const };
    const input = withHistory({ ...drawn, settings: asking });
    if (planned(input).verdict !== 'waiting_review') return;
    const kept = planned({ ...input, isKept: yes });
    expect(kept.removed).toEqual([]);
    expect(kept.state.heldAgainst).not.toBeNull();
    if (kept.verdict === 'refused') return;
    // Not asked again while the source is the same, in whatever order its rows stand.
    const later = again(input, kept, { values: drawn.values.toReversed() });
    expect(later).toMatchObject({ removed: [], verdict: expect.stringMatching(/^(unchanged|write)$/) });
  });
});

test('pinned options stand first and last', () => {
  always(given, (drawn) => {
    const { options } = planned(withHistory(drawn));
    const key = toKey(drawn);
    const first = [...new Set(drawn.settings.pinnedFirst.map(key))];
    const last = [...new Set(drawn.settings.pinnedLast.map(key))].filter((one) => !first.includes(one));
    const keys = options.map(key);
    expect(keys.slice(0, first.length)).toEqual(first);
    expect(keys.slice(keys.length - last.length)).toEqual(last);
  });
});

test('a change of case alone changes nothing with ignoreCase', () => {
  always(given, (drawn) => {
    const own: Partial<AutomationSettings> = {
      ignoreCase: true,
      order: 'source',
      pinnedFirst: [],
      pinnedLast: [],
    };
    const input = { ...drawn, settings: { ...drawn.settings, ...own } };
    const first = planned({ ...input, isApproved: yes });
    if (first.verdict === 'refused') return;
    // Where the dropdown keeps two spellings, a value takes the place of the one that it is spelled as.
    if (new Set(first.options.map(toKey(input))).size < first.options.length) return;
    // Not every letter has one other case that leads back to it.
    const shouted = drawn.values.map((value) => {
      const upper = value.toUpperCase();
      return foldCase(upper) === foldCase(value) ? upper : value;
    });
    expect(again(input, first, { values: shouted })).toMatchObject({ verdict: 'unchanged' });
  });
});

describe('grace', () => {
  const graced = given.map((drawn) => ({
    ...drawn,
    settings: { ...drawn.settings, graceDays: 3, mode: 'mirror' as const, drift: 'put_back' as const },
  }));
  const start = new Date('2026-11-22T10:00:00Z');
  const after = (ms: number) => new Date(start.getTime() + ms);

  test('removes nothing before its time, and what has not come back after it', () => {
    always(graced, (drawn) => {
      const input = { ...drawn, settings: { ...drawn.settings, ignoreCase: false }, now: start };
      const first = planned(input);
      if (first.verdict === 'refused') return;
      const key = toKey(input);
      const wanted = new Set(
        [...drawn.values, ...drawn.settings.pinnedFirst, ...drawn.settings.pinnedLast].map(key),
      );
      // Another spelling of a value that is there is no value that has left.
      expect(first.removed.filter((option) => !wanted.has(key(option)))).toEqual([]);
      expect(again(input, first, { now: after(3 * days - 1) })).toMatchObject({ verdict: 'unchanged' });
      const ended = again(input, first, { now: after(3 * days), isApproved: yes });
      expect(ended.options.filter((option) => !wanted.has(key(option)))).toEqual([]);
      expect(ended.state.leaving).toEqual([]);
    });
  });

  test('begins anew when a value has come back meanwhile', () => {
    always(graced, (drawn) => {
      const input = { ...drawn, now: start };
      const first = planned(input);
      if (first.verdict === 'refused') return;
      const back = again(input, first, {
        values: [
          ...drawn.values,
          ...drawn.currentOptions.filter((text) => !isBlank(text)).map(normaliseText),
        ],
      });
      if (back.verdict === 'refused') return;
      const gone = again(input, back, { now: after(3 * days) });
      expect(gone.removed.filter((option) => !isBlank(option))).toEqual([]);
    });
  });
});

describe('filters', () => {
  const flagged = fc.array(fc.record({ value: said, flag: fc.boolean(), count: fc.nat({ max: 9 }) }), {
    maxLength: 30,
  });
  const rules = fc.uniqueArray(
    fc.constantFrom(
      { columnId: '2', columnName: 'Flag', operator: 'is_checked' as const, value: null },
      { columnId: '3', columnName: 'Count', operator: 'greater' as const, value: '4' },
      { columnId: '1', columnName: 'Name', operator: 'contains' as const, value: 'a' },
    ),
    { minLength: 1 },
  );

  test('filters never widen: all lets through less than each rule, any no more than no filter', () => {
    always(fc.tuple(flagged, rules), ([records, drawn]) => {
      const rows = toRows(
        ...records.map(({ value, flag, count }) => [cell('1', value), cell('2', flag), cell('3', count)]),
      );
      const column = { id: '1', type: 'TEXT_NUMBER' as const };
      const read = (filters: typeof defaultSettings.filters) =>
        sourceValues({ rows, column, settings: { ...defaultSettings, filters } });
      const whole = read(null);
      const all = read({ match: 'all', rules: drawn });
      const any = read({ match: 'any', rules: drawn });
      expect(whole.values).toEqual(expect.arrayContaining(any.values));
      for (const rule of drawn) {
        const one = read({ match: 'all', rules: [rule] }).values;
        expect(one).toEqual(expect.arrayContaining(all.values));
        expect(any.values).toEqual(expect.arrayContaining(one));
      }
      expect(new Set([...all.values, ...all.filteredOut])).toEqual(new Set(whole.values));
    });
  });
});

test('20,000 values are planned at once', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `Part ${(index * 7919) % 20_000}`);
  const result = plan(
    planInput({
      values: [...many, ...many],
      currentOptions: many.slice(0, 400),
      settings: { order: 'ascending', ignoreCase: true },
      limits: { maxOptions: 20_000, maxOptionLength: 100 },
    }),
  );
  expect(result.options).toHaveLength(20_000);
  expect(result.options.slice(0, 3)).toEqual(['Part 0', 'Part 1', 'Part 2']);
});
