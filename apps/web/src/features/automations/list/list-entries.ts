import type { Automation } from '@picksync/contracts';
import { compareNames } from '../../../ui/compare-names.ts';
import { isSyncing, toStatus } from '../automation-status.tsx';
import { isNarrowed, type ListOrder, type ListView, type StateFilter } from './list-view.ts';
import { shortNames } from './short-names.ts';

/** The entries of the list, from top to bottom. */
export type ListEntry =
  | { kind: 'group'; key: string; isOpen: boolean; group: SourceGroup; shown: readonly Automation[] }
  | { kind: 'automation'; key: string; automation: Automation; title: string; isGrouped: boolean }
  | { kind: 'group-more'; key: string; groupKey: string; total: number };

export type EntryOf<Kind extends ListEntry['kind']> = Extract<ListEntry, { kind: Kind }>;

/** From how many automations on the list has a search, and only the first groups are open. */
export const longListFrom = 6;

/** Up to how many automations the dashboard shows all of them, and how many of more than these. */
export const wholeOnDashboard = 10;
const topRows = 8;

/** How many rows of a group are shown at first; a group with a few more is shown whole. */
const firstRows = 8;
const wholeUpTo = 10;

/** Returns whether two of them follow the same source. */
export function sharesSource(automations: readonly Automation[]): boolean {
  const sources = new Set(automations.map((one) => `${one.sourceSheetId}/${one.sourceColumnId}`));
  return sources.size < automations.length;
}

type ListInput = ListView & {
  automations: readonly Automation[];
  /** Those of the cause that is wanted; null for all. */
  ofCause: ReadonlySet<string> | null;
  /** Whether nothing is synced, because Smartsheet is not connected. */
  isStopped: boolean;
};

/** Returns the automations that the search finds, whatever their state. */
export function findSearched({
  automations,
  ofCause,
  search,
}: Omit<ListInput, keyof ListView | 'isStopped'> & Pick<ListView, 'search'>) {
  const words = search.trim();
  return automations.filter(
    (one) => (ofCause === null || ofCause.has(one.id)) && (words === '' || matchesSearch(one, words)),
  );
}

/** Returns what of the list is drawn, in its order, and the automations that it is about. */
export function listEntries(input: ListInput) {
  const { automations, layout, filter, order, isStopped } = input;
  const found = findSearched(input).filter((one) => passesFilter(one, filter, isStopped));
  const wanted = order === 'newest' ? found : found.toSorted(orders[order]);
  if (layout === 'one-by-one' || !sharesSource(automations)) {
    const entries = wanted.map((automation) => toRow(automation));
    return { entries, wanted, isGrouped: false };
  }
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const groups = groupBySource(automations).flatMap((group) => {
    const shown = sortGroup(
      group.automations.filter(({ id }) => wantedIds.has(id)),
      order,
    );
    return shown.length === 0 ? [] : [{ group, shown }];
  });
  const shared = groups.filter(({ group }) => group.automations.length > 1);
  const alone = groups.filter(({ group }) => group.automations.length === 1);
  const areOpen = automations.length < longListFrom || isNarrowed(input);
  const entries = shared.flatMap((one, place) => groupEntries(one, input, areOpen || place === 0));
  return {
    entries: [...entries, ...alone.flatMap(({ shown }) => shown.map((automation) => toRow(automation)))],
    wanted: groups.flatMap(({ shown }) => shown),
    isGrouped: true,
  };
}

function toRow(automation: Automation, title?: string): ListEntry {
  const isGrouped = title !== undefined;
  return { kind: 'automation', key: automation.id, automation, title: title ?? automation.name, isGrouped };
}

function sortGroup(automations: readonly Automation[], order: ListOrder): readonly Automation[] {
  return order === 'newest' ? automations : automations.toSorted(orders[order]);
}

/** Returns what the names of a source's automations do not share, by id: never from the middle of a sheet's name on. */
function shortTitles(automations: readonly Automation[]): ReadonlyMap<string, string> {
  const short = shortNames(automations.map(({ name }) => name));
  const titles = automations.map(({ name, sheetName }, place) => {
    const title = short[place] ?? name;
    const begin = name.lastIndexOf(sheetName);
    const fromSheet = begin < 0 ? '' : name.slice(begin);
    return fromSheet.endsWith(title) ? fromSheet : title;
  });
  const isDistinct = new Set(titles).size === new Set(short).size;
  return new Map(automations.map(({ id }, place) => [id, (isDistinct ? titles : short)[place] ?? '']));
}

/** Returns the entries of a source with several dropdowns. Its names are shortened alike, whatever of it is shown. */
function groupEntries(
  { group, shown }: { group: SourceGroup; shown: readonly Automation[] },
  { isOpen: opened, isWhole }: ListInput,
  isOpenAtFirst: boolean,
): ListEntry[] {
  const { key } = group;
  const isOpen = opened[key] ?? isOpenAtFirst;
  const head = { kind: 'group', key, isOpen, group, shown } as const;
  if (!isOpen) return [head];
  const titles = shortTitles(group.automations);
  const isCut = !isWhole[key] && shown.length > wholeUpTo;
  const rows = shown
    .slice(0, isCut ? firstRows : undefined)
    .map((automation) => toRow(automation, titles.get(automation.id) ?? automation.name));
  const more = { kind: 'group-more', key: `${key} more`, groupKey: key, total: shown.length } as const;
  return [head, ...rows, ...(isCut ? [more] : [])];
}

const orders: Record<Exclude<ListOrder, 'newest'>, (one: Automation, other: Automation) => number> = {
  name: (one, other) => compareNames(one.name, other.name),
  'last-update': (one, other) => (other.lastUpdated ?? '').localeCompare(one.lastUpdated ?? ''),
  state: (one, other) => rank[toListState(one)] - rank[toListState(other)],
};

/** The state of an automation, as far as the list is sorted by it. */
type ListState = 'review' | 'error' | 'waiting' | 'in-sync' | 'paused';

export function toListState(automation: Automation): ListState {
  const { tone } = toStatus(automation);
  if (tone === 'bad') return 'error';
  if (tone === 'neutral') return 'paused';
  if (tone === 'good') return 'in-sync';
  return automation.waiting === null ? 'review' : 'waiting';
}

/** The mark of an automation; `unknown`: it was never synced, or Smartsheet is not connected. */
export type Mark = ListState | 'unknown';

export function toMark(automation: Automation, isStopped: boolean): Mark {
  if (isStopped && automation.isActive) return 'unknown';
  const state = toListState(automation);
  return state === 'in-sync' && automation.lastUpdated === null ? 'unknown' : state;
}

function needsYou(automation: Automation): boolean {
  const state = toListState(automation);
  return state === 'review' || state === 'error';
}

/** The automations that follow one source column, those that need the user first. */
export type SourceGroup = {
  key: string;
  sheetName: string;
  columnName: string;
  automations: readonly Automation[];
};

// `waiting` passes by itself, so it ranks like `in-sync`.
const rank: Record<ListState, number> = { review: 0, error: 1, paused: 2, waiting: 3, 'in-sync': 3 };

/**
 * Returns the automations by their source; sources with something to do come first, then those with the most dropdowns.
 */
export function groupBySource(automations: readonly Automation[]): SourceGroup[] {
  const bySource = Map.groupBy(automations, (one) => `${one.sourceSheetId}/${one.sourceColumnId}`);
  const groups = [...bySource].map(([key, members]) => ({
    key,
    sheetName: members.find(({ sourceSheetName }) => sourceSheetName)?.sourceSheetName ?? 'Unknown sheet',
    columnName: members[0]?.sourceColumnName ?? '',
    automations: members.toSorted((one, other) => rank[toListState(one)] - rank[toListState(other)]),
  }));
  const troubled = (group: SourceGroup) => Number(group.automations.some(needsYou));
  return groups.toSorted(
    (one, other) => troubled(other) - troubled(one) || other.automations.length - one.automations.length,
  );
}

/**
 * Returns the few automations that stand for a long list: those that need the user, then those that were updated last. What
 * a card above the list tells about is told once.
 */
export function pickTop(
  automations: readonly Automation[],
  covered: ReadonlySet<string>,
): readonly Automation[] {
  const need = (one: Automation) => (needsYou(one) ? rank[toListState(one)] : rank['in-sync']);
  return automations
    .filter(({ id }) => !covered.has(id))
    .toSorted((one, other) => need(one) - need(other) || orders['last-update'](one, other))
    .slice(0, topRows);
}

type SummaryOptions = {
  /** Whether nothing is synced, because Smartsheet is not connected. */
  isStopped: boolean;
  toTimeText: (iso: string) => string;
};

/** Returns the states of the automations of a source in few words. */
export function groupSummary(
  automations: readonly Automation[],
  { isStopped, toTimeText }: SummaryOptions,
): string {
  const count = (state: ListState) => automations.filter((one) => toListState(one) === state).length;
  if (isStopped && automations.some(({ isActive }) => isActive)) return 'Connection stopped';
  if (automations.some(isSyncing)) return 'Syncing';
  const [review, error, paused] = [count('review'), count('error'), count('paused')];
  const [waiting, inSync] = [count('waiting'), count('in-sync')];
  if (inSync === automations.length) return describeInSync(automations, toTimeText);
  if (paused === automations.length) return paused === 1 ? 'Paused' : 'All paused';
  const parts = [
    inSync > 0 && `${inSync} in sync`,
    review > 0 && `${review} review`,
    error > 0 && `${error} ${error === 1 ? 'error' : 'errors'}`,
    waiting > 0 && `${waiting} waiting to sync`,
    paused > 0 && `${paused} paused`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns since when all of them are in sync: the oldest of their times. */
function describeInSync(automations: readonly Automation[], toTimeText: (iso: string) => string): string {
  const times = automations.map(({ lastUpdated }) => lastUpdated).sort();
  const oldest = times.includes(null) ? null : times[0];
  return oldest ? `In sync as of ${toTimeText(oldest)}` : 'Not synced yet';
}

/** `isStopped`: nothing is in sync, because Smartsheet is not connected. */
export function passesFilter(automation: Automation, filter: StateFilter, isStopped: boolean): boolean {
  if (filter === 'all') return true;
  if (filter === 'needs-you') return needsYou(automation);
  if (filter === 'paused') return toListState(automation) === 'paused';
  return toMark(automation, isStopped) === 'in-sync';
}

/** Returns whether every word of a search is in the automation's name or in the name of a sheet or column of it. */
export function matchesSearch(automation: Automation, search: string): boolean {
  const { name, sourceSheetName, sourceColumnName, sheetName, targetColumnName } = automation;
  const text = [name, sourceSheetName, sourceColumnName, sheetName, targetColumnName].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
