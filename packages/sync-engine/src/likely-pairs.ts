import { setImmediate as nextTurn } from 'node:timers/promises';
import { defaultSettings, isDropdownType } from '@picksync/contracts/sync';
import type { Column, Sheet } from '@picksync/smartsheet-client';
import { normaliseText } from './cell-texts.ts';
import { sourceValues } from './source-values.ts';
import { spellingKey } from './spelling.ts';

/** A column that may be a source. It holds cell texts: never store or log it. */
type PairSource = {
  columnId: string;
  title: string;
  isPrimary: boolean;
  /** Its values, each once. */
  values: ReadonlySet<string>;
  /** Whether hardly any value stands in it twice, as in a sheet that is kept as a list. */
  isList: boolean;
};

type PairDropdown = { columnId: string; title: string; options: readonly string[] };

/** What a search for pairs needs of a sheet. It holds cell texts: never store or log it. */
export type PairSheet = {
  sheetId: string;
  name: string;
  sources: PairSource[];
  /** Only those that may be filled. */
  dropdowns: PairDropdown[];
};

/** Two columns that belong together. Of their texts only numbers are known. */
export type ColumnPair = {
  source: { sheetId: string; columnId: string };
  target: { sheetId: string; columnId: string };
  hasSameName: boolean;
  /** Options of the dropdown, and those of them that are values of the source. */
  optionCount: number;
  matchingCount: number;
  /** Whether no other source fits the dropdown better. */
  isBest: boolean;
};

/** So that sheets of very many columns fill neither memory nor time: the first ones hold what a sheet is about. */
const maxSources = 20;
const maxDropdowns = 20;

const sourceTypes: readonly string[] = ['TEXT_NUMBER', 'CONTACT_LIST', 'MULTI_CONTACT_LIST'];

/** Returns what a search for pairs needs of a sheet or a report, from as many rows as were read. */
export function toPairSheet(
  sheet: Pick<Sheet, 'id' | 'name' | 'columns' | 'rows'>,
  isFillable: (column: Column) => boolean,
): PairSheet {
  const { id: sheetId, name, columns, rows } = sheet;
  const isSource = ({ type, systemColumnType }: Column) => sourceTypes.includes(type) && !systemColumnType;
  return {
    sheetId,
    name,
    sources: columns
      .filter(isSource)
      .slice(0, maxSources)
      .flatMap((column) => toSource(column, rows)),
    dropdowns: columns
      .filter((column) => isDropdownType(column.type) && isFillable(column))
      .slice(0, maxDropdowns)
      .map(({ id, title, options }) => ({
        columnId: id,
        title,
        options: [...new Set(options?.map((option) => spellingKey(option, defaultSettings)))],
      })),
  };
}

/** One value makes no list to choose from. */
const minValues = 2;
/** The share of the values of a list that are there for the first time. */
const minDistinct = 0.8;

function toSource({ id, type, title, primary }: Column, rows: Sheet['rows']): PairSource[] {
  const { values } = sourceValues({ rows, column: { id, type }, settings: defaultSettings });
  const distinct = new Set(values);
  if (distinct.size < minValues) return [];
  const isList = distinct.size >= values.length * minDistinct;
  return [{ columnId: id, title, isPrimary: primary, values: distinct, isList }];
}

/** Words that say nothing of what a column holds. */
const fillers = new Set(['name', 'full', 'list', 'title', 'the', 'of', 'all']);

/** Returns the words of a name that say what it is about, in the singular. */
function toWords(name: string): string {
  const words =
    normaliseText(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '') : word))
    .filter((word) => !fillers.has(word))
    .join(' ');
}

type Named = { title: string; isPrimary: boolean; sheetName: string };

/** Returns what a source column goes by: its own words, and those of its sheet where it stands for the sheet. */
function listNames({ title, isPrimary, sheetName }: Named): string[] {
  const own = toWords(title);
  return isPrimary || own === '' ? [own, toWords(sheetName)] : [own];
}

/**
 * Returns whether a dropdown is named after a source column: by the same words, or, where it is the first column of its
 * sheet or its own name says nothing, by those of the sheet. So "Client" is named after "Client name", and after the
 * column "Name" of the sheet "Clients".
 */
export function isNamedAfter(target: string, source: Named): boolean {
  const wanted = toWords(target);
  return wanted !== '' && listNames(source).includes(wanted);
}

/** A number in common says nothing: 1, 2 and 3 stand in many columns. */
function isTelling(text: string): boolean {
  return /\p{L}/u.test(text);
}

type Counts = Pick<ColumnPair, 'hasSameName' | 'optionCount' | 'matchingCount'>;

/** Returns how many options of each dropdown of a sheet are values of a source; null where the source cannot be compared. */
export function countMatches(
  { sources }: PairSheet,
  columnId: string,
  { dropdowns }: PairSheet,
): Map<string, number> | null {
  const source = sources.find((one) => one.columnId === columnId);
  if (!source) return null;
  const isMatch = (option: string) => isTelling(option) && source.values.has(option);
  return new Map(dropdowns.map((one) => [one.columnId, one.options.filter(isMatch).length]));
}

/**
 * Returns whether a dropdown looks as if it should hold the values of a column. An empty one is known by its name alone. What
 * holds other values is filled from elsewhere, however it is called.
 */
export function isLikelyPair({ hasSameName, optionCount, matchingCount }: Counts): boolean {
  if (optionCount === 0) return hasSameName;
  if (hasSameName) return matchingCount >= 1 && matchingCount * 3 >= optionCount;
  return matchingCount >= 2 && matchingCount * 2 >= optionCount;
}

/** How sure it is that two columns belong together: the name counts as much as an option, and few options are not much. */
function toCertainty({ hasSameName, optionCount, matchingCount }: Counts): number {
  return (matchingCount + (hasSameName ? 1 : 0)) / (optionCount + 2);
}

type Source = PairSource & { sheetId: string; sheetName: string };

type Found = Omit<ColumnPair, 'isBest'> & { rank: number[] };

/** Few sources fit one dropdown; a column that was copied into fifty sheets fits it fifty times. */
const maxSourcesOfOne = 8;

/**
 * Returns the columns that belong together with a dropdown of another sheet, the surest first: for each dropdown the
 * sources that fit it best, for those who have chosen one of them. The rules are in docs/sync-rules.md. Other work has its
 * turn after each sheet.
 */
export async function findLikelyPairs(sheets: readonly PairSheet[]): Promise<ColumnPair[]> {
  const sources = sheets.flatMap(({ sheetId, name, sources: own }) =>
    own.map((source): Source => ({ ...source, sheetId, sheetName: name })),
  );
  const all = { sources, places: indexValues(sheets, sources), names: indexNames(sources) };
  const found: (Found & { isBest: boolean })[] = [];
  for (const { sheetId, dropdowns } of sheets) {
    await nextTurn();
    for (const dropdown of dropdowns) {
      const fitting = findFitting(dropdown, { ...all, sheetId });
      found.push(...fitting.map((pair, place) => ({ ...pair, isBest: place === 0 })));
    }
  }
  return found.toSorted(byRank).map(({ rank: _, ...pair }) => pair);
}

type All = {
  sheetId: string;
  sources: readonly Source[];
  places: ReadonlyMap<string, number[]>;
  names: ReadonlyMap<string, ReadonlySet<number>>;
};

/** Returns the sources that fit a dropdown, the best first; of equals the first. */
function findFitting(dropdown: PairDropdown, { sheetId, sources, places, names }: All): Found[] {
  const matching = countMatching(dropdown, { places, sourceCount: sources.length });
  const named = names.get(toWords(dropdown.title));
  const fitting: Found[] = [];
  // There may be a million pairs: little is done for one that is not likely.
  for (const [index, source] of sources.entries()) {
    const counts = {
      hasSameName: named?.has(index) ?? false,
      optionCount: dropdown.options.length,
      matchingCount: matching[index] ?? 0,
    };
    if (source.sheetId === sheetId || !isLikelyPair(counts)) continue;
    const found = toPair(source, { sheetId, columnId: dropdown.columnId }, counts);
    const place = fitting.findIndex((other) => byRank(found, other) < 0);
    if (place === -1 && fitting.length >= maxSourcesOfOne) continue;
    fitting.splice(place === -1 ? fitting.length : place, 0, found);
    if (fitting.length > maxSourcesOfOne) fitting.pop();
  }
  return fitting;
}

function toPair(
  { sheetId, columnId, isList, isPrimary, values }: Source,
  target: ColumnPair['target'],
  counts: Counts,
): Found {
  const rank = [toCertainty(counts), Number(isList), Number(isPrimary), -values.size];
  return { source: { sheetId, columnId }, target, ...counts, rank };
}

function byRank({ rank: one }: Found, { rank: other }: Found): number {
  const differs = one.findIndex((value, index) => value !== other[index]);
  return differs === -1 ? 0 : (other[differs] ?? 0) - (one[differs] ?? 0);
}

/** Returns for each option of a dropdown in which of the sources it stands. Other values are not looked for. */
function indexValues(
  sheets: readonly PairSheet[],
  sources: readonly PairSource[],
): ReadonlyMap<string, number[]> {
  const options = sheets.flatMap(({ dropdowns }) => dropdowns.flatMap((dropdown) => dropdown.options));
  const places = new Map<string, number[]>(options.filter(isTelling).map((option) => [option, []]));
  for (const [index, { values }] of sources.entries())
    for (const value of values) places.get(value)?.push(index);
  return places;
}

/** Returns for each name which of the sources go by it, by their place in the list. */
function indexNames(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<number>> {
  const names = new Map<string, Set<number>>();
  for (const [index, source] of sources.entries())
    for (const name of listNames(source)) {
      if (name !== '') names.set(name, (names.get(name) ?? new Set()).add(index));
    }
  return names;
}

/** Returns how many options of a dropdown stand in each of the sources, by their place in the list. */
function countMatching(
  { options }: PairDropdown,
  { places, sourceCount }: { places: ReadonlyMap<string, number[]>; sourceCount: number },
): Uint32Array {
  const counts = new Uint32Array(sourceCount);
  for (const option of options)
    for (const index of places.get(option) ?? []) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}
