import type { Automation } from '@picksync/contracts';
import type { StateFilter } from './list-groups.ts';
import { groupBySource, matchesSearch, needsYou, passesFilter, type SourceGroup } from './list-groups.ts';
import type { ListLayout } from './list-view.ts';

/** The entries of the list, from top to bottom. */
export type ListEntry =
  | { kind: 'needs-you'; key: string; isOpen: boolean; automations: readonly Automation[]; total: number }
  | { kind: 'group'; key: string; isOpen: boolean; group: SourceGroup }
  | { kind: 'automation'; key: string; automation: Automation; isInGroup: boolean }
  | { kind: 'group-end'; key: string; group: SourceGroup; elsewhere: number };

/** From how many automations on the list has a search, and groups without problems take one line. */
export const longListFrom = 6;

/** Returns whether two of them follow the same source. */
export function sharesSource(automations: readonly Automation[]): boolean {
  const sources = new Set(automations.map((one) => `${one.sourceSheetId}/${one.sourceColumnId}`));
  return sources.size < automations.length;
}

export const needsYouKey = 'needs-you';

type ListInput = {
  automations: readonly Automation[];
  layout: ListLayout;
  search: string;
  filter: StateFilter;
  isOpen: Readonly<Record<string, boolean>>;
  groupsShown: number;
  /** Whether nothing is synced, because Smartsheet is not connected. */
  isStopped: boolean;
};

export type ListShape = {
  entries: ListEntry[];
  /** Groups in all, and how many of them are drawn. */
  groups: { total: number; shown: number };
  /** Whether anything passes the search and the filter. */
  isEmpty: boolean;
};

/** Returns what of the list is drawn, in its order. */
export function listEntries(input: ListInput): ListShape {
  const { automations, layout, search, filter } = input;
  const wanted = automations.filter(
    (one) =>
      passesFilter(one, filter, input.isStopped) &&
      (search.trim() === '' || matchesSearch(one, search.trim())),
  );
  const isNarrowed = filter !== 'all' || search.trim() !== '';
  if (layout === 'one-by-one') {
    const entries = wanted.map((automation) => toRow(automation, false));
    return { entries, groups: { total: 0, shown: 0 }, isEmpty: wanted.length === 0 };
  }
  const isLong = automations.length >= longListFrom && !isNarrowed;
  const first = isLong ? needsYouEntries(wanted, input) : [];
  const groups = groupBySource(wanted);
  const shown = isNarrowed ? groups : groups.slice(0, input.groupsShown);
  const entries = shown.flatMap((group) => groupEntries(group, { ...input, isLong }));
  return {
    entries: [...first, ...entries],
    groups: { total: groups.length, shown: shown.length },
    isEmpty: wanted.length === 0,
  };
}

function toRow(automation: Automation, isInGroup: boolean): ListEntry {
  return { kind: 'automation', key: automation.id, automation, isInGroup };
}

function needsYouEntries(wanted: readonly Automation[], { isOpen: opened }: ListInput): ListEntry[] {
  const automations = wanted.filter(needsYou);
  if (automations.length === 0) return [];
  const isOpen = opened[needsYouKey] ?? true;
  const head = { kind: 'needs-you', key: needsYouKey, isOpen, automations, total: wanted.length } as const;
  return [head, ...(isOpen ? automations.map((one) => toRow(one, false)) : [])];
}

/**
 * Returns the entries of the groups. A source with one dropdown is a row; automations under "Needs you" are not drawn
 * twice.
 */
function groupEntries(
  group: SourceGroup,
  { isOpen: opened, isLong }: ListInput & { isLong: boolean },
): ListEntry[] {
  const { key, automations } = group;
  const rows = isLong ? automations.filter((one) => !needsYou(one)) : automations;
  if (automations.length === 1) return rows.map((one) => toRow(one, false));
  const isOpen = opened[key] ?? !isLong;
  const head = { kind: 'group', key, isOpen, group } as const;
  if (!isOpen) return [head];
  const end = {
    kind: 'group-end',
    key: `${key} end`,
    group,
    elsewhere: automations.length - rows.length,
  } as const;
  return [head, ...rows.map((one) => toRow(one, true)), end];
}
