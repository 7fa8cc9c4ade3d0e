import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash, planned } from './testing/planned.ts';
import { type ReferenceRename, type ReferenceSource, referenceRenames } from './testing/reference-renames.ts';
import { toRenaming } from './testing/renaming.ts';

/** The default takes seconds; `PROPERTY_RUNS=100000` takes as long as one likes. */
const numRuns = Number(process.env.PROPERTY_RUNS ?? 2_000);

const text: fc.Arbitrary<string> = fc.constantFrom(
  'a',
  'A',
  'b',
  'B',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
  'k',
  'l',
);
/** What a cell says: nothing, a name, or several names where the column holds them. */
const names = fc.oneof(
  { weight: 1, arbitrary: fc.constant<string[]>([]) },
  { weight: 6, arbitrary: text.map((one) => [one]) },
  { weight: 3, arbitrary: fc.uniqueArray(text, { minLength: 2, maxLength: 3 }) },
);

/** What becomes of a row: a name of it is replaced, it is filled anew, or stays as it is. */
const change = fc.oneof(
  { weight: 3, arbitrary: fc.constant('stays' as const) },
  { weight: 5, arbitrary: fc.record({ place: fc.nat({ max: 2 }), by: text }) },
  { weight: 2, arbitrary: names },
);

type Change = typeof change extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function changed(said: readonly string[], how: Change): readonly string[] {
  if (how === 'stays') return said;
  if (Array.isArray(how)) return how;
  const { place, by } = how as { place: number; by: string };
  return [...new Set(said.map((one, index) => (index === place % said.length ? by : one)))];
}

const world = fc.record({
  rows: fc.array(fc.record({ said: names, change }), { minLength: 1, maxLength: 9 }),
  /** Every row with the first name gets the second. */
  everywhere: fc.array(fc.tuple(text, text), { maxLength: 7 }),
  deleted: fc.array(text, { maxLength: 2 }),
  added: fc.array(text, { maxLength: 2 }),
  ignoreCase: fc.boolean(),
  used: fc.nat({ max: 3 }),
  maxRenamedRows: fc.constantFrom(0, 4, 100),
});

function toSource(rows: readonly (readonly string[])[]): ReferenceSource {
  return new Map(rows.map((said, index) => [String(index + 1), said]));
}

test('the names that a plan renames are those that the rules name, whatever people have edited', () => {
  const counts = { renames: 0, merges: 0, asks: 0 };
  fc.assert(
    fc.property(world, ({ rows, everywhere, deleted, added, ignoreCase, used, maxRenamedRows }) => {
      const before = rows.map(({ said }) => said);
      const now = rows.map(({ said, change: how }) => {
        const replaced = everywhere.reduce<readonly string[]>(
          (all, [from, to]) => [...new Set(all.map((one) => (one === from ? to : one)))],
          said,
        );
        return changed(replaced, how);
      });
      const options = [...new Set([...before.flat(), ...added])].filter((one) => !deleted.includes(one));
      const wanted = referenceRenames({
        before: toSource(before),
        now: toSource(now),
        options,
        ignoreCase,
        countCells: () => used,
        mostCells: maxRenamedRows,
      });
      const plan = planned({
        values: now.flat(),
        currentOptions: options,
        settings: { renames: 'follow', ignoreCase, maxRenamedRows, maxRemovalPercent: 100 },
        renaming: toRenaming({ before, now, used, ignoreCase, hash }),
      });
      const list = plan.renames?.list ?? [];
      // Of two spellings either may be shown.
      const fold = (said: string) => (ignoreCase ? said.toLowerCase() : said);
      const tell = (all: readonly ReferenceRename[]) =>
        all.map(({ from, to }) => `${fold(from)} > ${fold(to)}`).toSorted();
      expect({
        renames: tell(list.filter(({ isMerge }) => !isMerge)),
        merges: tell(list.filter(({ isMerge }) => isMerge)),
        asks: 'reason' in plan && plan.reason === 'names_changed',
      }).toEqual({ renames: tell(wanted.renames), merges: tell(wanted.merges), asks: wanted.asks });
      counts.renames += wanted.renames.length;
      counts.merges += wanted.merges.length;
      counts.asks += wanted.asks ? 1 : 0;
    }),
    { numRuns },
  );
  // What is drawn has all of it, or nothing would be compared.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(numRuns / 50);
});
