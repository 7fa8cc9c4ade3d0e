import { type AutomationSettings, defaultSettings, filterOperators, takesValue } from '@picksync/contracts';
import type { Cell } from '@picksync/smartsheet-client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyRunState, type RunState } from './run-state.ts';
import { sourceValues } from './source-values.ts';
import { planned } from './testing/planned.ts';
import {
  blankMemory,
  type ReferenceAnswer,
  type ReferenceMemory,
  referenceRun,
} from './testing/reference.ts';
import { type ReferenceCell, referenceValues } from './testing/reference-values.ts';
import { cell, choices, toRows } from './testing/rows.ts';

/** The default takes seconds; `PROPERTY_RUNS=100000` takes as long as one likes. */
const numRuns = Number(process.env.PROPERTY_RUNS ?? 400);

const said = fc.constantFrom('a', 'A', 'b', 'B', 'é', 'c', 'd 1', 'd 2', 'd 10', 'e', 'f', 'g', 'h');
/** As somebody may have typed it into a dropdown. */
const typed = fc.oneof(
  { weight: 9, arbitrary: said },
  { weight: 1, arbitrary: fc.constantFrom('e\u0301', ' b', 'd  1') },
);
const some = (what: fc.Arbitrary<string>, maxLength = 12) => fc.uniqueArray(what, { maxLength });

const settings: fc.Arbitrary<AutomationSettings> = fc
  .record({
    mode: fc.constantFrom('mirror', 'add_only', 'keep_used'),
    order: fc.constantFrom('source', 'ascending', 'descending'),
    ignoreCase: fc.boolean(),
    maxRemovalPercent: fc.constantFrom(0, 50, 100),
    pins: fc.uniqueArray(said, { maxLength: 2, selector: (text) => text.toLowerCase() }),
    graceDays: fc.constantFrom(0, 0, 3),
    drift: fc.constantFrom('put_back', 'keep', 'ask'),
  })
  .map(({ pins, ...drawn }) => ({
    ...defaultSettings,
    ...drawn,
    pinnedFirst: pins.slice(0, 1),
    pinnedLast: pins.slice(1),
  }));

/** What happens between two runs, all of it by chance. */
const step = fc.record({
  values: fc.option(some(said), { nil: undefined }),
  added: some(typed, 3),
  deleted: fc.array(fc.nat({ max: 9 }), { maxLength: 4 }),
  isReversed: fc.boolean(),
  used: fc.option(some(said, 4), { nil: undefined }),
  days: fc.constantFrom(0, 0, 1, 2, 4),
  settings: fc.option(settings, { nil: undefined, freq: 3 }),
  answer: fc.constantFrom<ReferenceAnswer | undefined>('approve', 'keep', undefined),
  sheets: fc.option(fc.constantFrom(1, 2, 3), { nil: undefined }),
});

type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

type World = {
  values: string[];
  current: string[];
  used: string[];
  now: number;
  /** Sheets of the report that is the source; undefined for a sheet. */
  sheets?: number | undefined;
  settings: AutomationSettings;
  /** What the engine remembers, and what the reference does. */
  state: RunState;
  memory: ReferenceMemory;
};

const begun = Date.parse('2026-11-22T10:00:00Z');
const dayMs = 24 * 60 * 60_000;
const maxOptions = 14;

/** Returns the world after people were at work. */
function edited(world: World, done: Step): World {
  const left = world.current.filter((_text, index) => !done.deleted.includes(index));
  const current = [...new Set([...left, ...done.added])];
  const next = {
    ...world,
    used: done.used ?? world.used,
    values: done.values ?? world.values,
    now: world.now + done.days * dayMs,
    sheets: world.sheets === undefined ? undefined : (done.sheets ?? world.sheets),
    current: done.isReversed ? current.toReversed() : current,
  };
  return done.settings ? withSettings(next, done.settings) : next;
}

/** Returns the world after settings were saved, which clears what does not hold under them. */
function withSettings(world: World, saved: AutomationSettings): World {
  const isPutBack = saved.drift !== world.settings.drift && saved.drift === 'put_back';
  const leavesNothing = saved.graceDays === 0 || saved.mode === 'add_only';
  return {
    ...world,
    settings: saved,
    state: {
      ...world.state,
      heldAgainst: null,
      ...(isPutBack && { keptHashes: [], excludedHashes: [] }),
      ...(leavesNothing && { leaving: [] }),
    },
    memory: {
      ...world.memory,
      heldFor: null,
      ...(isPutBack && { kept: [], excluded: [] }),
      ...(leavesNothing && { leaving: [] }),
    },
  };
}

const verdicts = { unchanged: 'write', write: 'write', waiting_review: 'wait', refused: 'refuse' };

/** Runs both, compares what they say, and returns the world after it. */
function afterRun(world: World, answer: ReferenceAnswer | undefined): World {
  const { used, settings: saved, state, memory, now, sheets, ...given } = world;
  const report = sheets === undefined ? {} : { sheets };
  const wanted = referenceRun({
    ...given,
    ...report,
    used,
    settings: saved,
    memory,
    now,
    maxOptions,
    answer,
  });
  const plan = planned({
    values: given.values,
    currentOptions: given.current,
    settings: saved,
    state,
    ...(sheets !== undefined && { sourceSheetCount: sheets }),
    uses: Object.fromEntries(used.map((text) => [text, 1])),
    now: new Date(now),
    limits: { maxOptions, maxOptionLength: 4000 },
    isApproved: () => answer === 'approve',
    isKept: () => answer === 'keep',
  });
  const reason = plan.verdict === 'waiting_review' ? plan.reason : null;
  const { sourceSheetCount } = plan.state;
  const found = { verdict: verdicts[plan.verdict], reason, list: plan.options, sheets: sourceSheetCount };
  const { verdict, list, memory: after } = wanted;
  expect(found).toEqual({ verdict, reason: wanted.reason, list, sheets: after.sheets });
  const current = wanted.verdict === 'write' ? wanted.list : given.current;
  return { ...world, current, state: plan.state, memory: wanted.memory };
}

const report = fc.option(fc.constant(3), { nil: undefined, freq: 1 });

test('a run makes of a dropdown what the rules say, whatever people do', () => {
  const steps = fc.array(step, { maxLength: 8 });
  fc.assert(
    fc.property(some(said), some(typed), settings, steps, report, (values, current, first, days, sheets) => {
      const begins = { values, current, used: [], now: begun, settings: first, sheets };
      let world = afterRun({ ...begins, state: emptyRunState, memory: blankMemory }, undefined);
      for (const day of days) {
        world = afterRun(edited(world, day), undefined);
        if (day.answer) world = afterRun(world, day.answer);
      }
    }),
    { numRuns },
  );
});

const word = fc.constantFrom(
  'Acme',
  'acme',
  'Bolt & Co',
  'e\u0301t\u00e9',
  'ÉTÉ',
  '  two  words ',
  '',
  ' ',
  '\u200b',
  '#REF',
);
const text = fc.oneof(
  word,
  fc.tuple(word, fc.constantFrom(';', ', ', '\n', 'e\u0301'), word).map((parts) => parts.join('')),
  fc.constantFrom('12', '-3.5', '2026-11-22', '2026-11-22T08:00:00Z', '2026-11-222'),
);
const anyCell: fc.Arbitrary<ReferenceCell> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(0, 5, 12, -3.5) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.array(word, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ number: 3303, shown: 'R3,303.00' }, { number: 5, shown: '5 %' }),
  },
);

const columnIds = ['1', '2', '3'];
const named = (columnId: string) => ({ columnId, columnName: 'Named' });
const texts = ['acme', 'T\u00c9', 'e\u0301', '#REF', '2026-11-22'];
const numbers = ['5', '12', '-4', '3303'];
const given = {
  greater: numbers,
  less: numbers,
  before: ['2026-11-22'],
  after: ['2026-01-01', '2026-11-22'],
};
const rule = fc.constantFrom(...filterOperators).chain((operator) =>
  fc.record({
    columnId: fc.constantFrom(...columnIds),
    columnName: fc.constant('Named'),
    operator: fc.constant(operator),
    value: takesValue(operator)
      ? fc.constantFrom(
          ...(operator in given ? given[operator as keyof typeof given] : [...texts, ...numbers]),
        )
      : fc.constant(null),
  }),
);
const templates = [
  '{1} – {2}',
  '{2}, {1}',
  '{1} ({2})',
  '({2}) {1}',
  '{1}',
  'No. {1}/{2}/{3}',
  '{3}, {1} «{2}»!',
  '{1} [{3}] ({2})',
];

const contents = fc.record({
  filters: fc.option(
    fc.record({
      match: fc.constantFrom('all', 'any'),
      rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
    }),
    { nil: null },
  ),
  splitValues: fc.constantFrom(null, null, ';', ',', '\n', 'e\u0301'),
  labelTemplate: fc.option(
    fc.constantFrom(...templates).map((template) => ({
      template,
      columns: columnIds.slice(0, new Set(template.match(/\{\d\}/g)).size).map(named),
    })),
    { nil: null, freq: 2 },
  ),
});

function toCell(columnId: string, given: ReferenceCell): Cell[] {
  if (given === null) return [];
  if (Array.isArray(given)) return [choices(columnId, ...given)];
  if (typeof given === 'object') return [cell(columnId, { value: given.number, displayValue: given.shown })];
  return [cell(columnId, given)];
}

test('filters, splitting and labels make of cells what the rules say', () => {
  const row = fc.record({ 1: anyCell, 2: anyCell, 3: anyCell });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), contents, (rows, drawn) => {
      const saved = { ...defaultSettings, ...drawn };
      const cells = rows.map((one) => Object.entries(one).flatMap(([id, given]) => toCell(id, given)));
      const column = { id: '1', type: 'TEXT_NUMBER' as const };
      const { values } = sourceValues({ rows: toRows(...cells), column, settings: saved });
      expect(values).toEqual(referenceValues(rows, { column: '1', settings: saved }));
    }),
    { numRuns: 10 * numRuns },
  );
});
