import { defaultSettings } from '@picksync/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plan } from './plan.ts';
import { isBlank, normaliseText } from './values.ts';

const raw = fc.oneof(
  // A small alphabet makes repeats, and texts that differ by case, spaces or composition only, likely.
  fc.string({
    unit: fc.constantFrom('a', 'A', 'b', ' ', '\u00a0', 'é', 'e\u0301', '1', '2', ','),
    maxLength: 6,
  }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const sourceValues = fc.array(
  raw.map(normaliseText).filter((text) => !isBlank(text)),
  { maxLength: 40 },
);
const settings = fc
  .record({
    removeDuplicates: fc.boolean(),
    order: fc.constantFrom('source', 'ascending', 'descending'),
    ignoreCase: fc.boolean(),
    maxRemovalPercent: fc.nat({ max: 100 }),
  })
  .map((drawn) => ({ ...defaultSettings, ...drawn }));
const input = fc.record({
  sourceValues,
  formulaErrors: fc.nat({ max: 3 }),
  currentOptions: fc.uniqueArray(raw, { maxLength: 40 }),
  settings,
  limits: fc.record({ maxOptions: fc.integer({ min: 1, max: 40 }), maxOptionLength: fc.constant(4_000) }),
});

const always = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, holds), { numRuns: 500 });

test('a dropdown that was just written plans nothing', () => {
  always(input, (given) => {
    const first = plan({ ...given, removalsApproved: true });
    if (first.verdict === 'refused') return;
    const second = plan({ ...given, currentOptions: first.options });
    expect(second).toMatchObject({ verdict: 'unchanged', added: [], removed: [], options: first.options });
  });
});

test('the same input gives the same plan', () => {
  always(input, (given) => {
    expect(plan(given)).toEqual(plan(given));
  });
});

test('no option is there twice', () => {
  always(input, (given) => {
    const { options } = plan(given);
    expect(new Set(options).size).toBe(options.length);
    expect(new Set(options.map(normaliseText)).size).toBe(options.length);
  });
});

test('nothing is invented and nothing is lost', () => {
  always(input, (given) => {
    const key = (text: string) => {
      const normal = normaliseText(text);
      return given.settings.ignoreCase ? normal.toLowerCase() : normal;
    };
    expect(new Set(plan(given).options.map(key))).toEqual(new Set(given.sourceValues.map(key)));
  });
});

test('in source order the options stand as their first values do', () => {
  always(input, (given) => {
    const ordered = { ...given, settings: { ...given.settings, order: 'source' as const } };
    const firstAt = plan(ordered).options.map((option) => given.sourceValues.indexOf(normaliseText(option)));
    expect(firstAt).toEqual(firstAt.toSorted((left, right) => left - right));
  });
});

test('in a sorted order it does not matter how the rows stand', () => {
  const sorted = input.filter(({ settings: { order, ignoreCase } }) => order !== 'source' && !ignoreCase);
  always(sorted, (given) => {
    const turned = { ...given, sourceValues: given.sourceValues.toReversed() };
    expect(plan(turned).options).toEqual(plan(given).options);
  });
});

test('added, removed and kept are exactly the difference', () => {
  always(input, (given) => {
    const { options, added, removed, kept } = plan(given);
    expect([...kept, ...added].toSorted()).toEqual(options.toSorted());
    expect([...kept, ...removed].toSorted()).toEqual(given.currentOptions.toSorted());
  });
});

test('no plan that writes leaves the dropdown empty or breaks a limit', () => {
  always(input, (given) => {
    const { verdict, options } = plan(given);
    if (verdict !== 'write') return;
    expect(options.length).toBeGreaterThan(0);
    expect(options.length).toBeLessThanOrEqual(given.limits.maxOptions);
  });
});

test('20,000 values are planned at once', () => {
  const values = Array.from({ length: 20_000 }, (_, index) => `Part ${(index * 7919) % 20_000}`);
  const result = plan({
    sourceValues: [...values, ...values],
    formulaErrors: 0,
    currentOptions: values.slice(0, 400),
    settings: { ...defaultSettings, order: 'ascending', ignoreCase: true },
    limits: { maxOptions: 20_000, maxOptionLength: 100 },
  });
  expect(result.options).toHaveLength(20_000);
  expect(result.options.slice(0, 3)).toEqual(['Part 0', 'Part 1', 'Part 2']);
});
