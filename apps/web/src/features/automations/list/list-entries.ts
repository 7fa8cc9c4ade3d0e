import type { Automation } from '@picksync/contracts';
import { isSyncing, toStatus } from '../automation-status.tsx';
import type { ListView, StateFilter } from './list-view.ts';

/** The entries of the list, from top to bottom. */
export type ListEntry =
  | { kind: 'needs-you'; key: string; isOpen: boolean; automations: readonly Automation[]; total: number }
  | { kind: 'group'; key: string; isOpen: boolean; group: SourceGroup }
  | { kind: 'automation'; key: string; automation: Automation }
  | { kind: 'group-end'; key: string; group: SourceGroup; elsewhere: number };

export type EntryOf<Kind extends ListEntry['kind']> = Extract<ListEntry, { kind: Kind }>;

/** From how many automations on the list has a search, and groups without problems take one line. */
export const longListFrom = 6;

/** Returns whether two of them follow the same source. */
export function sharesSource(automations: readonly Automation[]): boolean {
  const sources = new Set(automations.map((one) => `${one.sourceSheetId}/${one.sourceColumnId}`));
  return sources.size < automations.length;
}

const needsYouKey = 'needs-you';

type ListInput = ListView & {
  automations: readonly Automation[];
  /** Whether nothing is synced, because Smartsheet is not connected. */
  isStopped: boolean;
};

/** Returns what of the list is drawn, in its order. */
export function listEntries(input: ListInput) {
  const { automations, layout, search, filter } = input;
  const wanted = automations.filter(
    (one) =>
      passesFilter(one, filter, input.isStopped) &&
      (search.trim() === '' || matchesSearch(one, search.trim())),
  );
  const isNarrowed = filter !== 'all' || search.trim() !== '';
  if (layout === 'one-by-one') {
    const entries = wanted.map(toRow);
    return { entries, groups: { total: 0, shown: 0 }, isEmpty: wanted.length === 0 };
  }
  const isLong = automations.length >= longListFrom && !isNarrowed;
  const first = isLong ? needsYouEntries(wanted, input) : [];
  const groups = groupBySource(wanted);
  const shown = isNarrowed ? groups : groups.slice(0, input.groupsShown);
  const entries = shown.flatMap((group) => groupEntries(group, isLong, input.isOpen));
  return {
    entries: [...first, ...entries],
    /** Groups in all, and how many of them are drawn. */
    groups: { total: groups.length, shown: shown.length },
    /** Whether nothing passes the search and the filter. */
    isEmpty: wanted.length === 0,
  };
}

function toRow(automation: Automation): ListEntry {
  return { kind: 'automation', key: automation.id, automation };
}

function needsYouEntries(wanted: readonly Automation[], { isOpen: opened }: ListInput): ListEntry[] {
  const automations = wanted.filter(needsYou);
  if (automations.length === 0) return [];
  const isOpen = opened[needsYouKey] ?? true;
  const head = { kind: 'needs-you', key: needsYouKey, isOpen, automations, total: wanted.length } as const;
  return [head, ...(isOpen ? automations.map(toRow) : [])];
}

/**
 * Returns the entries of the groups. A source with one dropdown is a row; automations under "Needs you" are not drawn
 * twice.
 */
function groupEntries(group: SourceGroup, isLong: boolean, opened: ListInput['isOpen']): ListEntry[] {
  const { key, automations } = group;
  const rows = isLong ? automations.filter((one) => !needsYou(one)) : automations;
  if (automations.length === 1) return rows.map(toRow);
  const isOpen = opened[key] ?? !isLong;
  const head = { kind: 'group', key, isOpen, group } as const;
  if (!isOpen) return [head];
  const elsewhere = automations.length - rows.length;
  const end = { kind: 'group-end', key: `${key} end`, group, elsewhere } as const;
  return [head, ...rows.map(toRow), end];
}

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
    review > 0 && `${review} review`,
    error > 0 && `${error} ${error === 1 ? 'error' : 'errors'}`,
    waiting > 0 && `${waiting} waiting to sync`,
    paused > 0 && `${paused} paused`,
    inSync > 0 && `${inSync} in sync`,
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
