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

/** What a run is told of names where they are followed. */
export type Naming = Pick<Renaming, 'memory' | 'approved' | 'isAsked'>;

/** How long a cell that Smartsheet has refused is not tried again, unless a person asks for a sync. */
const refusedForMs = 24 * 60 * 60_000;

/** Returns what a run is told of names, from what is stored. */
export function toNaming(stored: {
  names: unknown;
  pairs: unknown;
  approved: unknown;
  /** A review of names waits for an answer. */
  isAsked: boolean;
  now: Date;
  /** When a person has asked for a sync: cells that were refused before are tried again. */
  askedAt?: Date | null;
}): Naming {
  const { names, pairs, approved, isAsked, now, askedAt = null } = stored;
  const triedFrom = Math.max(askedAt?.getTime() ?? 0, now.getTime() - refusedForMs);
  const isRecent = (at: string) => Date.parse(at) > triedFrom;
  return {
    memory: {
      names: parseSourceNames(names),
      pairs: parsePairs(pairs).map(({ refused, ...pair }) =>
        refused && isRecent(refused.at) ? { ...pair, refused } : pair,
      ),
    },
    approved: Array.isArray(approved) ? approved.map(String) : null,
    isAsked,
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
  /**
   * What becomes of the old option: it `leaves` once no cell uses it; it `stays`, because the source says its name again; or it is
   * `gone` before its last cell was renamed.
   */
  option: 'leaves' | 'stays' | 'gone';
} & Pick<RenamePair, 'onlyRows' | 'refused'>;

/** What a plan that follows names needs beside the lists. */
export type Renaming = {
  memory: NameMemory;
  /** The names of each row of the source now; null where there are too many. */
  rows: RowNames | null;
  /** Returns the cells that use these names; undefined where they were not read. */
  findCells?: ((renames: readonly Rename[]) => RenamedCells) | undefined;
  /** The texts of the cells of the target column; undefined where they were not read. */
  texts?: readonly string[] | undefined;
  /** The ids of the renames that a person has approved; null: all but merges. */
  approved: readonly string[] | null;
  /** A review of names waits: fewer or other names are asked about as well. */
  isAsked: boolean;
};

type FindRenames = {
  memory: NameMemory;
  /** The names of each row now. */
  rows: RowNames;
  /** Names that stand only in rows which the filters leave out. */
  filteredOut: readonly string[];
  currentOptions: readonly string[];
  /** The texts of cells. An option that is gone is known by them alone. */
  texts?: readonly string[] | undefined;
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
    if ((known.options.has(to) || isBegun.has(to)) && !isBack) continue;
    found.push({ from, to, isUnderWay: false, isKept: false, option: 'leaves' });
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
    const { options, desired, texts } = known;
    const from = options.get(one.from) ?? desired.get(one.from) ?? texts.get(one.from);
    const to = desired.get(one.to);
    if (from === undefined || to === undefined) return [];
    const isMerge = !one.isUnderWay && (asked.get(one.to)?.length ?? 0) > 1;
    return [{ ...one, id: input.hash.ofList(['rename', from, to]), from, to, isMerge }];
  });
}

/** Returns whether a rename that goes on has lost its old option: which cells use it is known only once they are read. */
export function needsTexts(input: FindRenames): boolean {
  if (input.memory.pairs.length === 0) return false;
  const known = readNames(input);
  const isThere = (name: string) => known.options.has(name) || known.desired.has(name);
  return begunPairs(input, known).some(({ from, isKept }) => !isKept && !isThere(from));
}

/** A rename by the keys of its names, before the texts are known. */
type Found = Omit<Rename, 'id' | 'isMerge'>;

type Known = ReturnType<typeof readNames>;

/** Returns what is remembered of rows beside what they say now, by the keys of names. */
function readNames({ memory, rows, filteredOut, currentOptions, desired, ...input }: FindRenames) {
  const { spelling, settings, hash } = input;
  const { toKey } = spelling;
  const now = new Map([...rows].map(([rowId, names]) => [rowId, new Set(names.map(toKey))] as const));
  const inSource = new Set(filteredOut.map(toKey));
  for (const names of now.values()) for (const name of names) inSource.add(name);
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
  // A row of many names is compared once, and not for each of them: that would take the square of their number.
  const changes = new Map([...before].map(([rowId, names]) => [rowId, changeIn(names, now.get(rowId))]));
  /** Returns what all rows with this name say instead; undefined where they do not agree, or it is still somewhere. */
  const becomes = (name: string): string | undefined => {
    if (inSource.has(name)) return undefined;
    const found = new Set((rowsOf.get(name) ?? []).map((rowId) => changes.get(rowId)));
    return found.size === 1 ? [...found][0] : undefined;
  };
  const texts = new Map((input.texts ?? []).map((text) => [toKey(text), text] as const));
  return {
    inSource,
    options,
    texts,
    rowsOf,
    becomes,
    toName,
    isDesired: (option: string) => isDesired.has(option),
    desired: new Map(desired.values.map((value) => [toKey(value), value])),
  };
}

/** Returns the name that a row has instead of one that it had; undefined where that is not certain. */
function changeIn(before: ReadonlySet<string>, now: ReadonlySet<string> = new Set()): string | undefined {
  const lost = [...before].filter((name) => !now.has(name));
  const gained = [...now].filter((name) => !before.has(name));
  return lost.length === 1 && gained.length === 1 ? gained[0] : undefined;
}

const cases = [{ ignoreCase: false }, { ignoreCase: true }];

/**
 * Returns the renames that earlier runs have begun, by the keys of their names. `ignoreCase` may have changed since, so both kinds
 * of hashes are compared; where case counts now, one old name may stand for several.
 */
function begunPairs(
  { memory, rows, filteredOut, currentOptions, hash, spelling, ...input }: FindRenames,
  known: Known,
) {
  const { pairs } = memory;
  if (pairs.length === 0) return [];
  const { inSource, rowsOf } = known;
  const keysOf = new Map(
    pairs.flatMap(({ from, to }) => [from, to]).map((made) => [made, new Set<string>()]),
  );
  const names = new Set([...rows.values()].flat());
  for (const texts of [filteredOut, currentOptions, input.texts ?? []])
    for (const text of texts) names.add(text);
  for (const name of names)
    for (const { of } of [hash, ...hash.others])
      for (const one of cases) keysOf.get(of(name, one))?.add(spelling.toKey(name));
  return pairs.flatMap(({ from, to, isKept = false, ...pair }) => {
    const ends = [...(keysOf.get(to) ?? [])];
    // A name that is neither in the source nor an option is remembered of rows by its hash, even where a cell says it.
    const all = [...ends, known.toName(to)];
    const last = all.find((key) => inSource.has(key)) ?? all.find((key) => rowsOf.has(key)) ?? all[0] ?? to;
    const froms = keysOf.get(from)?.size ? [...(keysOf.get(from) ?? [])] : [from];
    return froms.map((one) => ({ ...pair, from: one, to: last, isKept }));
  });
}

/** Returns the renames that an earlier run has begun, as far as they are still wanted: the new name may have become another. */
function findBegun(input: FindRenames, known: Known): Found[] {
  return begunPairs(input, known).flatMap(({ from, to, isKept, onlyRows, refused }) => {
    const last = known.inSource.has(to) ? to : known.becomes(to);
    if (last === undefined || last === from || !known.desired.has(last)) return [];
    const option = whatBecomes(from, known);
    if (option === null) return [];
    // What a person has kept ends where the source says it again.
    if (isKept && (option !== 'leaves' || known.inSource.has(from))) return [];
    return [{ from, to: last, isUnderWay: !isKept, isKept, option, onlyRows, refused }];
  });
}

/** Returns what becomes of an old option whose cells are being renamed; null where neither it nor a cell has the name. */
function whatBecomes(from: string, known: Known): Rename['option'] | null {
  const option = known.options.get(from);
  if (option === undefined ? known.desired.has(from) : known.isDesired(option)) return 'stays';
  if (option !== undefined) return 'leaves';
  return known.texts.has(from) ? 'gone' : null;
}
