import type { AutomationSettings } from '@picksync/contracts';
import type { DesiredOptions } from './desired-options.ts';
import { hashedOptions, type OptionHash } from './option-hash.ts';
import type { RenamedCells } from './renamed-cells.ts';
import {
  parsePairs,
  parseSourceNames,
  type RenamePair,
  type RowNames,
  type SourceNames,
} from './source-names.ts';
import type { Spelling } from './spelling.ts';

/** What runs remember of names. */
export type NameMemory = {
  /** Null before the first run that has followed names, and where there are too many. */
  names: SourceNames | null;
  /** Renames that an earlier run has begun, or that a person keeps from happening. */
  pairs: readonly RenamePair[];
};

/** What a run is told of names where they are followed: what is remembered, and the renames that a person has approved; null: all but merges. */
export type Naming = { memory: NameMemory; approved: readonly string[] | null };

/** Returns the same from what is stored of it. */
export function toNaming(stored: { names: unknown; pairs: unknown; approved: unknown }): Naming {
  const { names, pairs, approved } = stored;
  return {
    memory: { names: parseSourceNames(names), pairs: parsePairs(pairs) },
    approved: Array.isArray(approved) ? approved.map(String) : null,
  };
}

/** An option that becomes another. It holds option texts: never store or log them. */
export type Rename = {
  /** Stands for both names; a keyed hash. */
  id: string;
  /** As it is spelled in the dropdown. */
  from: string;
  to: string;
  /** Another name became the same one. */
  isMerge: boolean;
  /** An earlier run has begun it: nobody is asked again. */
  isUnderWay: boolean;
  /** A person has kept both names, until the source changed. */
  isKept: boolean;
};

/** What a plan that follows names needs beside the lists. */
export type Renaming = {
  memory: NameMemory;
  /** The names of each row of the source now. */
  rows: RowNames;
  /** Returns the cells that use these names; undefined where they were not read. */
  findCells?: ((renames: readonly Rename[]) => RenamedCells) | undefined;
  /** The ids of the renames that a person has approved; null: all but merges. */
  approved: readonly string[] | null;
};

type FindRenames = {
  memory: NameMemory;
  /** The names of each row now. */
  rows: RowNames;
  /** Names that stand only in rows which the filters leave out. */
  filteredOut: readonly string[];
  currentOptions: readonly string[];
  desired: DesiredOptions;
  spelling: Pick<Spelling, 'toKey'>;
  settings: Pick<AutomationSettings, 'ignoreCase'>;
  /** Options that stay although the source lacks them: they were kept by hand. */
  keptHashes: readonly string[];
  hash: OptionHash;
};

/**
 * Returns which options became which names. Only what is certain counts: every row that had the old name has the same new one,
 * the old name is nowhere else in the source, and the new one is neither an option nor a name that other rows had.
 */
export function findRenames(input: FindRenames): Rename[] {
  const known = readNames(input);
  const begun = findBegun(input, known);
  const isBegun = new Set(begun.map(({ from }) => from));
  const leaving = begunPairs(input, known).filter(({ isKept }) => !isKept);
  const kept = hashedOptions(input.keptHashes, input.hash);
  const found: Found[] = [];
  for (const from of known.rowsOf.keys()) {
    const option = known.options.get(from);
    if (option === undefined || known.isDesired(option) || isBegun.has(from) || kept.has(option)) continue;
    const to = known.becomes(from);
    if (to === undefined || !known.desired.has(to) || known.rowsOf.has(to)) continue;
    // A name that is being left may come back, but nobody else may get it: cells that keep it mean what it became.
    const isBack = leaving.some((pair) => pair.from === to && pair.to === from);
    if (known.options.has(to) && !isBack) continue;
    found.push({ from, to, isUnderWay: false, isKept: false });
  }
  const place = new Map(input.currentOptions.map((option, index) => [input.spelling.toKey(option), index]));
  // The order of the hashes says nothing: an approval stands for a list in the order of the dropdown.
  const all = [...begun, ...found].toSorted(
    (one, other) => (place.get(one.from) ?? 0) - (place.get(other.from) ?? 0),
  );
  const asked = Map.groupBy(
    all.filter(({ isUnderWay }) => !isUnderWay),
    ({ to }) => to,
  );
  return all.flatMap((one) => {
    const [from, to] = [known.options.get(one.from), known.desired.get(one.to)];
    if (from === undefined || to === undefined) return [];
    const isMerge = !one.isUnderWay && (asked.get(one.to)?.length ?? 0) > 1;
    return [{ ...one, id: input.hash.ofList(['rename', from, to]), from, to, isMerge }];
  });
}

/** A rename by the keys of its names, before the texts are known. */
type Found = Pick<Rename, 'from' | 'to' | 'isUnderWay' | 'isKept'>;

type Known = ReturnType<typeof readNames>;

/** Returns what is remembered of rows beside what they say now, by the keys of names. */
function readNames({ memory, rows, filteredOut, currentOptions, desired, ...input }: FindRenames) {
  const { spelling, settings, hash } = input;
  const { toKey } = spelling;
  const now = new Map([...rows].map(([rowId, names]) => [rowId, new Set(names.map(toKey))] as const));
  const inSource = new Set([...[...now.values()].flatMap((keys) => [...keys]), ...filteredOut.map(toKey)]);
  const options = new Map(currentOptions.map((option) => [toKey(option), option] as const).toReversed());
  const keys = new Map<string, string>();
  const hashes = [hash, ...hash.others];
  for (const key of new Set([...inSource, ...options.keys()]))
    for (const { of } of hashes) keys.set(of(key, settings), key);
  // A name that is nowhere now is known by its hash alone.
  const toName = (made: string) => keys.get(made) ?? made;
  const rowsOf = new Map<string, string[]>();
  const before = new Map<string, Set<string>>();
  for (const [made, ids] of Object.entries(memory.names ?? {})) {
    const name = toName(made);
    rowsOf.set(name, ids.split(' '));
    for (const rowId of ids.split(' ')) before.set(rowId, (before.get(rowId) ?? new Set()).add(name));
  }
  const isDesired = new Set(desired.all);
  /** Returns what all rows with this name say instead; undefined where they do not agree, or it is still somewhere. */
  const becomes = (name: string): string | undefined => {
    if (inSource.has(name)) return undefined;
    const found = new Set(
      (rowsOf.get(name) ?? []).map((rowId) => changeIn(before.get(rowId), now.get(rowId))),
    );
    return found.size === 1 ? [...found][0] : undefined;
  };
  return {
    inSource,
    options,
    rowsOf,
    becomes,
    toName,
    isDesired: (option: string) => isDesired.has(option),
    desired: new Map(desired.values.map((value) => [toKey(value), value])),
  };
}

/** Returns the name that a row has instead of one that it had; undefined where that is not certain. */
function changeIn(
  before: ReadonlySet<string> = new Set(),
  now: ReadonlySet<string> = new Set(),
): string | undefined {
  const lost = [...before].filter((name) => !now.has(name));
  const gained = [...now].filter((name) => !before.has(name));
  return lost.length === 1 && gained.length === 1 ? gained[0] : undefined;
}

function begunPairs({ memory }: Pick<FindRenames, 'memory'>, { toName }: Pick<Known, 'toName'>) {
  return memory.pairs.map(({ from, to, isKept = false }) => ({ from: toName(from), to: toName(to), isKept }));
}

/** Returns the renames that an earlier run has begun, as far as they are still wanted: the new name may have become another. */
function findBegun(input: FindRenames, known: Known): Found[] {
  return begunPairs(input, known).flatMap(({ from, to, isKept }) => {
    const last = known.inSource.has(to) ? to : known.becomes(to);
    const isWanted = last !== undefined && last !== from && known.desired.has(last);
    if (!isWanted || known.inSource.has(from)) return [];
    const option = known.options.get(from);
    if (option === undefined || known.isDesired(option)) return [];
    return [{ from, to: last, isUnderWay: !isKept, isKept }];
  });
}
