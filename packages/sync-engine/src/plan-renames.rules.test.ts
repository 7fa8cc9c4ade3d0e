import type { AutomationSettings } from '@picksync/contracts';
import { describe, expect, test } from 'vitest';
import { createOptionHashes } from './option-hash.ts';
import type { Plan } from './plan.ts';
import { emptyRunState } from './run-state.ts';
import { hash, planned } from './testing/planned.ts';
import { toRenaming } from './testing/renaming.ts';

type Names = string | string[] | null;

type Case = {
  /** What the rows said before, by their place, and what they say now. */
  before: Names[];
  now: Names[];
  /** The dropdown as it is found; the names of before where it is not said. */
  found?: string[];
  used?: number;
  pairs?: [from: string, to: string][];
  filteredOut?: string[];
  settings?: Partial<AutomationSettings>;
  /** What cells say, where that is read. */
  texts?: string[];
  /** Whether case was ignored when renames were begun. */
  ignoredCase?: boolean;
};

const follow = { renames: 'follow' } as const;

function run({
  before,
  now,
  found,
  used = 1,
  pairs = [],
  filteredOut = [],
  settings = {},
  texts,
  ...given
}: Case): Plan {
  const values = now.flat().filter((name) => name !== null);
  const currentOptions = found ?? [...new Set(before.flat().filter((name) => name !== null))];
  const all = { ...follow, ...settings };
  const { ignoreCase = false } = settings;
  const { ignoredCase = ignoreCase } = given;
  const toHash = (name: string) => hash.of(name, { ignoreCase: ignoredCase });
  const hashed = pairs.map(([from, to]) => ({ from: toHash(from), to: toHash(to) }));
  const renaming = toRenaming({ before, now, used, ignoreCase, pairs: hashed, texts, hash });
  const source = { values, formulaErrors: 0, filteredOut };
  return planned({
    values,
    currentOptions,
    settings: all,
    renaming,
    ...(filteredOut.length > 0 && { source }),
  });
}

/** What a plan does, in short: `Acme → Acme GmbH`, `+new`, `−old`, and `?` where it asks. */
function told(plan: Plan): string[] {
  return [
    ...(plan.renames?.list.map(({ from, to }) => `${from} → ${to}`) ?? []),
    ...plan.added.map((option) => `+${option}`),
    ...plan.removed.map((option) => `−${option}`),
    ...('reason' in plan ? [`? ${plan.reason}`] : []),
  ];
}

const rules: [string, Case, string[]][] = [
  ['a row says another name', { before: ['Acme'], now: ['Acme GmbH'] }, ['Acme → Acme GmbH']],
  ['all rows of a name agree', { before: ['A', 'A', 'A'], now: ['B', 'B', 'B'] }, ['A → B']],
  ['two rows swap their names', { before: ['A', 'B'], now: ['B', 'A'] }, []],
  ['one of three rows changes', { before: ['A', 'A', 'A'], now: ['A', 'B', 'A'] }, ['+B']],
  ['rows do not agree', { before: ['A', 'A'], now: ['B', 'C'] }, ['+B', '+C', '−A']],
  ['the new name is an option', { before: ['A', 'H'], now: ['H', 'H'] }, ['−A']],
  [
    'the new name is an option that the source lacks',
    { before: ['A'], now: ['H'], found: ['A', 'H'] },
    ['−A'],
  ],
  ['two names become one', { before: ['A', 'B'], now: ['C', 'C'] }, ['A → C', 'B → C', '? names_changed']],
  ['each name becomes the next', { before: ['A', 'B'], now: ['B', 'C'] }, ['+C', '−A']],
  ['a multi-select cell has one other name', { before: [['A', 'B']], now: [['B', 'C']] }, ['A → C']],
  [
    'a multi-select cell has two other names',
    { before: [['A', 'B']], now: [['C', 'D']] },
    ['+C', '+D', '−A', '−B'],
  ],
  ['a multi-select cell loses a name', { before: [['A', 'B']], now: [['B']] }, ['−A']],
  ['the option was deleted by hand', { before: ['A'], now: ['B'], found: [] }, ['+B']],
  ['the option was renamed by hand', { before: ['A'], now: ['B'], found: ['B'] }, []],
  ['the row is deleted and another says the name', { before: ['A', null], now: [null, 'B'] }, ['+B', '−A']],
  ['one of its rows is deleted', { before: ['A', 'A'], now: ['B', null] }, ['+B', '−A']],
  ['a new row has the new name as well', { before: ['A', null], now: ['B', 'B'] }, ['A → B']],
  ['a filter leaves the row out', { before: ['A', 'B'], now: [null, 'B'], filteredOut: ['C'] }, ['−A']],
  [
    'the old name is in a row that is left out',
    { before: ['A'], now: ['B'], filteredOut: ['A'] },
    ['+B', '−A'],
  ],
  [
    'capitals change, and case is ignored',
    { before: ['acme'], now: ['ACME'], settings: { ignoreCase: true } },
    [],
  ],
  ['capitals change, and case counts', { before: ['acme'], now: ['ACME'] }, ['acme → ACME']],
  ['only spaces change', { before: ['A  b'], now: ['A b'], found: ['A b'] }, []],
  ['nothing changes', { before: ['A', 'B'], now: ['A', 'B'] }, []],
  ['the old name is pinned', { before: ['A'], now: ['B'], settings: { pinnedFirst: ['A'] } }, ['+B']],
  [
    'five names change',
    { before: ['1', '2', '3', '4', '5'], now: ['a', 'b', 'c', 'd', 'e'] },
    ['1 → a', '2 → b', '3 → c', '4 → d', '5 → e'],
  ],
  [
    'six names change',
    { before: ['1', '2', '3', '4', '5', '6'], now: ['a', 'b', 'c', 'd', 'e', 'f'] },
    ['1 → a', '2 → b', '3 → c', '4 → d', '5 → e', '6 → f', '? names_changed'],
  ],
  ['as many rows use it as may', { before: ['A'], now: ['B'], used: 100 }, ['A → B']],
  ['more rows use it than may', { before: ['A'], now: ['B'], used: 101 }, ['A → B', '? names_changed']],
  ['no option used in keep_used', { before: ['A'], now: ['B'], settings: { mode: 'keep_used' } }, ['A → B']],
  ['removed options stay for days', { before: ['A'], now: ['B'], settings: { graceDays: 7 } }, ['A → B']],
];

test.each(rules)('a run does what the table says where %s', (_when, given, expected) => {
  expect(told(run(given))).toEqual(expected);
});

describe('a rename that an earlier run has begun', () => {
  const found = ['B', 'A'];
  const begun = { before: ['B'], found, pairs: [['A', 'B']] as [string, string][] };

  test('goes on without a question, whatever the limit is', () => {
    const plan = run({ ...begun, now: ['B'], used: 500 });
    expect(told(plan)).toEqual(['A → B']);
    expect(plan.verdict).toBe('write');
  });

  test('is undone where the name is back, cells included', () => {
    expect(told(run({ ...begun, now: ['A'] }))).toEqual(['B → A']);
  });

  test('becomes one with the next where the name changes once more', () => {
    expect(told(run({ ...begun, now: ['C'] }))).toEqual(['B → C', 'A → C']);
    expect(run({ ...begun, now: ['C'] }).verdict).toBe('write');
  });

  test('leaves its old name to nobody else while it is an option: cells that keep it mean the new one', () => {
    const both = { before: ['B', 'C'], found: ['B', 'A', 'C'], now: ['B', 'A'] };
    expect(told(run({ ...begun, ...both }))).toEqual(['A → B', '−C']);
  });

  test('is finished where another row comes to say its old name, which stays an option', () => {
    const plan = run({ ...begun, before: ['B', null], now: ['B', 'A'] });
    expect(told(plan)).toEqual(['A → B']);
    expect(plan).toMatchObject({ verdict: 'write', options: ['B', 'A'], renames: { both: ['B', 'A'] } });
    // People may choose the name for what it means from now on.
    expect(plan.renames?.list).toMatchObject([{ option: 'stays', onlyRows: ['1'] }]);
  });

  test('is no more of a row that has given the old name up once, also when another row says it no more', () => {
    const [from, to] = ['A', 'B'].map((name) => hash.of(name, { ignoreCase: false }));
    const pairs = [{ from: from ?? '', to: to ?? '', onlyRows: ['1', '2'] }];
    const renaming = toRenaming({ before: ['B'], now: ['B'], used: 1, pairs, texts: ['A'], hash });
    const given = { values: ['B'], settings: follow, renaming };
    for (const currentOptions of [['B'], ['B', 'A']])
      expect(planned({ ...given, currentOptions }).renames?.list).toMatchObject([{ onlyRows: ['1'] }]);
  });

  test('ends where another row says its old name and no cell does', () => {
    const plan = run({ ...begun, before: ['B', null], now: ['B', 'A'], used: 0 });
    expect(plan).toMatchObject({ verdict: 'unchanged', renames: { memory: { pairs: [] } } });
  });

  test.each([
    ['counts by now', true, false],
    ['is ignored by now', false, true],
  ])('goes on where case %s', (_when, ignoredCase, ignoreCase) => {
    const plan = run({ ...begun, now: ['B'], settings: { ignoreCase }, ignoredCase });
    expect(told(plan)).toEqual(['A → B']);
  });

  test('goes on in the cells where its old option is gone, which does not come back', () => {
    const gone = { ...begun, found: ['B'], now: ['B'] };
    expect(run({ ...gone, now: ['B'] }).renames).toMatchObject({ list: [], needsTexts: true });
    const plan = run({ ...gone, texts: ['A', 'B'] });
    expect(told(plan)).toEqual(['A → B']);
    expect(plan).toMatchObject({ verdict: 'write', options: ['B'], renames: { both: ['B'] } });
    expect(run({ ...gone, texts: ['B'] })).toMatchObject({
      verdict: 'unchanged',
      renames: { needsTexts: false, memory: { pairs: [] } },
    });
  });

  test('is remembered while the old names are kept, although its old option is gone', () => {
    const given = { values: ['B', 'D'], currentOptions: ['B', 'D'], settings: follow };
    const toHash = (name: string) => hash.of(name, { ignoreCase: false });
    const pair = { from: toHash('A'), to: toHash('B') };
    const state = { ...emptyRunState, heldAgainst: hash.ofSet(['B', 'D']) };
    const names = { before: ['B', 'D'], now: ['B', 'D'], pairs: [pair], hash };
    const withTexts = (texts?: string[]) =>
      planned({ ...given, state, renaming: toRenaming({ ...names, texts }) }).renames;
    expect(withTexts()).toMatchObject({ list: [], needsTexts: true });
    expect(withTexts(['A'])).toMatchObject({ list: [], needsTexts: false, memory: { pairs: [pair] } });
    expect(withTexts(['B'])).toMatchObject({ list: [], needsTexts: false, memory: { pairs: [] } });
  });

  test('leaves its old name to nobody else while cells say it, although the option is gone', () => {
    const both = { before: ['B', 'C'], found: ['B', 'C'], now: ['B', 'A'], texts: ['A', 'C'] };
    expect(told(run({ ...begun, ...both }))).toEqual(['A → B', '+A', '−C']);
  });

  test('ends where its new name was deleted by hand and stays out; an earlier list brings the old one back as any option', () => {
    const toHash = (name: string) => hash.of(name, { ignoreCase: false });
    const pairs = [{ from: toHash('A'), to: toHash('B') }];
    const renaming = toRenaming({ before: ['B', 'D'], now: ['B', 'D'], used: 1, pairs, texts: ['A'], hash });
    const settings = { ...follow, drift: 'keep' } as const;
    const given = { values: ['B', 'D'], settings, renaming };
    const baseHashes = ['B', 'A', 'D'].map(toHash);
    const ended = planned({ ...given, currentOptions: ['A', 'D'], state: { ...emptyRunState, baseHashes } });
    expect(told(ended)).toEqual(['−A']);
    expect(ended).toMatchObject({
      state: { excludedHashes: [toHash('B')] },
      renames: { memory: { pairs: [] } },
    });
    const memory = ended.renames?.memory ?? renaming.memory;
    const restored = { ...ended.state, baseHashes: ['A', 'D'].map(toHash) };
    const after = { ...given, currentOptions: ['A', 'D'], renaming: { ...renaming, memory } };
    expect(told(planned({ ...after, state: restored }))).toEqual(['−A']);
    const kept = { ...restored, keptHashes: [toHash('A')] };
    expect(told(planned({ ...after, state: kept }))).toEqual([]);
  });

  test('ends where its name is in the source no more, and no row says what it became', () => {
    expect(told(run({ ...begun, before: ['B', 'X'], found: ['B', 'A', 'X'], now: [null, 'X'] }))).toEqual([
      '−B',
      '−A',
    ]);
  });
});

test('the new name stands where the old one stood, and both stand together while cells are changed', () => {
  const { renames, options } = run({ before: ['A', 'B', 'C'], now: ['A', 'B2', 'C'] });
  expect(options).toEqual(['A', 'B2', 'C']);
  expect(renames?.both).toEqual(['A', 'B2', 'B', 'C']);
});

test('nothing is known before the first run, and what a run leaves is known to the next', () => {
  const renaming = { ...toRenaming({ before: [], now: ['B'], hash }), memory: { names: null, pairs: [] } };
  const first = planned({ values: ['B'], currentOptions: ['A'], settings: follow, renaming });
  expect(told(first)).toEqual(['+B', '−A']);
  expect(first.renames).toMatchObject({ isKnown: false, memory: { pairs: [] } });
  const next = { ...toRenaming({ before: [], now: ['C'], hash }), memory: first.renames?.memory as never };
  const second = planned({ values: ['C'], currentOptions: ['B'], settings: follow, renaming: next });
  expect(told(second)).toEqual(['B → C']);
});

test('names that were hashed with an earlier secret are known, and hashed again', () => {
  const old = createOptionHashes('the secret before, long enough')('an automation');
  const now = createOptionHashes('the secret of today, long enough', ['the secret before, long enough'])(
    'an automation',
  );
  const renaming = toRenaming({ before: ['A', 'B'], now: ['A2', 'B'], hash: old });
  const settings = follow;
  const plan = planned({ values: ['A2', 'B'], currentOptions: ['A', 'B'], settings, renaming, hash: now });
  expect(told(plan)).toEqual(['A → A2']);
  const kept = Object.keys(plan.renames?.memory.names ?? {});
  expect(kept).toEqual(['A2', 'B'].map((name) => now.of(name, { ignoreCase: false })).toSorted());
});

test('more rows with a name than are remembered are said, and nothing is renamed', () => {
  const rows = Array.from({ length: 5_001 }, () => 'A');
  const plan = run({ before: ['A'], now: rows, found: ['A'] });
  expect(plan.warnings).toEqual(['names_not_remembered']);
  expect(plan.renames).toMatchObject({ isKnown: false, memory: { names: null } });
});

test('an approval renames what was ticked; of the rest the new name is added and the old one removed', () => {
  const renaming = toRenaming({ before: ['A', 'B', 'C'], now: ['M', 'M', 'D'], used: 3, hash });
  const settings = { ...follow, maxRenamedRows: 0 };
  const given = { values: ['M', 'M', 'D'], currentOptions: ['A', 'B', 'C'], settings };
  const asked = planned({ ...given, renaming });
  expect(told(asked)).toEqual(['A → M', 'B → M', 'C → D', '? names_changed']);
  const ids = new Map(asked.renames?.list.map(({ id, from }) => [from, id]));
  const approve = (approved: string[] | null) =>
    told(planned({ ...given, renaming: { ...renaming, approved }, isApproved: () => true }));
  expect(approve(null)).toEqual(['C → D', '+M', '−A', '−B']);
  expect(approve([ids.get('A') ?? ''])).toEqual(['A → M', '+D', '−B', '−C']);
  expect(approve([...ids.values()])).toEqual(['A → M', 'B → M', 'C → D']);
  expect(approve([])).toEqual(['+M', '+D', '−A', '−B', '−C']);
  // Whoever ticked a line that is none of these has seen another list.
  const foreign = [...ids.values(), 'none-of-them'];
  expect(approve(foreign)).toEqual(['A → M', 'B → M', 'C → D', '? names_changed']);
});

test('fewer names than a review waits for are asked about as well', () => {
  const given = { values: ['A2', 'B'], currentOptions: ['A', 'B'], settings: follow };
  const naming = { before: ['A', 'B'], now: ['A2', 'B'], hash };
  expect(told(planned({ ...given, renaming: toRenaming(naming) }))).toEqual(['A → A2']);
  const asked = planned({ ...given, renaming: toRenaming({ ...naming, isAsked: true }) });
  expect(told(asked)).toEqual(['A → A2', '? names_changed']);
});

test('both names need room in the list', () => {
  const limits = { maxOptions: 2, maxOptionLength: 10 };
  const renaming = toRenaming({ before: ['A', 'B'], now: ['A2', 'B'], hash });
  const given = { values: ['A2', 'B'], currentOptions: ['A', 'B'], settings: follow, renaming };
  expect(planned({ ...given, limits })).toMatchObject({
    verdict: 'refused',
    reason: 'names_need_room',
    figures: { found: 3, allowed: 2 },
  });
});
