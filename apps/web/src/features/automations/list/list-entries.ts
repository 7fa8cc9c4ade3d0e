import type { Automation, Rule } from '@picksync/contracts';
import {
  compareGroups,
  groupByRule,
  groupBySource,
  hasGroups,
  listEmptyRules,
  type RuleGroup,
  type SourceGroup,
} from './list-groups.ts';
import { matchesSearch, needsYou, orders, passesFilter } from './list-states.ts';
import { isNarrowed, type ListView } from './list-view.ts';
import { shortNames } from './short-names.ts';

/** What a row is called: its name without what the names of its group share. `brief`: for a phone, only what differs. */
type Titles = { title: string; brief: string };

/** The entries of the list, from top to bottom. */
export type ListEntry =
  | { kind: 'group'; key: string; isOpen: boolean; group: SourceGroup; shown: readonly Automation[] }
  | ({ kind: 'automation'; key: string; automation: Automation; isGrouped: boolean } & Titles)
  | { kind: 'group-more'; key: string; groupKey: string; total: number }
  | { kind: 'rule'; key: string; isOpen: boolean; group: RuleGroup; shown: readonly Automation[] }
  | { kind: 'rule-more'; key: string; group: RuleGroup; listed: number; total: number };

export type EntryOf<Kind extends ListEntry['kind']> = Extract<ListEntry, { kind: Kind }>;

/** From how many automations on the list has a search, and only the first groups are open. */
export const longListFrom = 6;

/** How many rows of a group are shown at first; a group with a few more is shown whole. */
const firstRows = 8;
const wholeUpTo = 10;

type ListInput = ListView & {
  automations: readonly Automation[];
  rules: readonly Rule[];
  /** Whether those of a rule stand under its head in every layout. */
  keepsRules?: boolean;
  /** Those of the cause that is wanted; null for all. */
  ofCause: ReadonlySet<string> | null;
  /** Ids of those whose cause a card above the list tells. */
  covered: ReadonlySet<string>;
  /** Whether nothing is synced, because Smartsheet is not connected. */
  isStopped: boolean;
};

/** Returns the automations that the search finds, whatever their state. */
export function findSearched({
  automations,
  ofCause,
  search,
}: Pick<ListInput, 'automations' | 'ofCause' | 'search'>) {
  const words = search.trim();
  return automations.filter(
    (one) => (ofCause === null || ofCause.has(one.id)) && (words === '' || matchesSearch(one, words)),
  );
}

/** Returns what of the list is drawn, in its order, and the automations that it is about. */
export function listEntries(input: ListInput) {
  const { automations, rules, layout, filter, order, isStopped, keepsRules = false } = input;
  const found = findSearched(input).filter((one) => passesFilter(one, filter, isStopped));
  const wanted = order === 'newest' ? found : found.toSorted(orders[order]);
  // A rule without sheets has to be in reach as well.
  const waiting = isNarrowed(input) ? [] : listEmptyRules(rules, automations).map(toEmptyRule);
  if (layout === 'one-by-one' || !hasGroups(automations)) {
    const rows = keepsRules ? rowsWithRules(wanted, input) : wanted.map((automation) => toRow(automation));
    return { entries: [...waiting, ...rows], wanted, isGrouped: false };
  }
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const groups = [...groupByRule(automations, rules), ...groupBySource(automations.filter(isAlone))]
    .toSorted(compareGroups)
    .flatMap((group) => {
      const shown = sortGroup(
        group.automations.filter(({ id }) => wantedIds.has(id)),
        input,
      );
      return shown.length === 0 ? [] : [{ group, shown }];
    });
  const headed = groups.filter(({ group }) => 'rule' in group || group.automations.length > 1);
  const single = groups.filter(({ group }) => !('rule' in group) && group.automations.length === 1);
  const areOpen = automations.length < longListFrom || isNarrowed(input);
  const entries = headed.flatMap(({ group, shown }, place) =>
    'rule' in group
      ? ruleEntries({ group, shown }, input)
      : groupEntries({ group, shown }, input, areOpen || place === 0),
  );
  return {
    entries: [
      ...waiting,
      ...entries,
      ...single.flatMap(({ shown }) => shown.map((automation) => toRow(automation))),
    ],
    wanted: groups.flatMap(({ shown }) => shown),
    isGrouped: true,
  };
}

function isAlone({ rule }: Automation): boolean {
  return rule === null;
}

function toEmptyRule(group: RuleGroup): ListEntry {
  return { kind: 'rule', key: group.key, isOpen: false, group, shown: [] };
}

/** Returns a row for each automation that stands alone, and a head for each rule where its first automation would stand. */
function rowsWithRules(wanted: readonly Automation[], input: ListInput): ListEntry[] {
  const groups = new Map(groupByRule(input.automations, input.rules).map((group) => [group.id, group]));
  const told = new Set<string>();
  return wanted.flatMap((automation) => {
    const group = automation.rule && groups.get(automation.rule.id);
    if (!group) return [toRow(automation)];
    if (told.has(group.id)) return [];
    told.add(group.id);
    return ruleEntries({ group, shown: wanted.filter(({ rule }) => rule?.id === group.id) }, input);
  });
}

/**
 * Returns the entries of a rule. It is open where one of its sheets needs somebody, and then shows only these, unless the list
 * is searched or all are wanted.
 */
function ruleEntries(
  { group, shown }: { group: RuleGroup; shown: readonly Automation[] },
  input: ListInput,
): ListEntry[] {
  const { key, automations } = group;
  const needing = shown.filter(needsYou);
  const isOpen = input.isOpen[key] ?? (isNarrowed(input) || needing.length > 0);
  const head = { kind: 'rule', key, isOpen, group, shown } as const;
  if (!isOpen) return [head];
  const candidates = isNarrowed(input) || input.isWhole[key] || needing.length === 0 ? shown : needing;
  const isCut = !input.isWhole[key] && candidates.length > wholeUpTo;
  const listed = isCut ? candidates.slice(0, firstRows) : candidates;
  const titles = shortTitles(automations);
  const rows = listed.map((automation) =>
    toRow(automation, titles.get(automation.id) ?? toWhole(automation)),
  );
  return [
    head,
    ...rows,
    { kind: 'rule-more', key: `${key} more`, group, listed: listed.length, total: shown.length },
  ];
}

function toRow(automation: Automation, titles?: Titles): ListEntry {
  const isGrouped = titles !== undefined;
  return {
    kind: 'automation',
    key: automation.id,
    automation,
    isGrouped,
    ...(titles ?? toWhole(automation)),
  };
}

/** What a card above the list tells already does not take the first rows of a group, unless an order or a filter wants it. */
function sortGroup(automations: readonly Automation[], input: ListInput): readonly Automation[] {
  const { order, covered } = input;
  if (order !== 'newest') return automations.toSorted(orders[order]);
  if (isNarrowed(input)) return automations;
  return automations.toSorted((one, other) => Number(covered.has(one.id)) - Number(covered.has(other.id)));
}

function toWhole({ name }: Automation): Titles {
  return { title: name, brief: name };
}

/** Returns what the names of a source's automations do not share, by id; a title never begins in the middle of a sheet's name. */
function shortTitles(automations: readonly Automation[]): ReadonlyMap<string, Titles> {
  const short = shortNames(automations.map(({ name }) => name));
  const titles = automations.map(({ name, sheetName }, place) => {
    const title = short[place] ?? name;
    const begin = name.lastIndexOf(sheetName);
    const fromSheet = begin < 0 ? '' : name.slice(begin);
    return fromSheet.endsWith(title) ? fromSheet : title;
  });
  const isDistinct = new Set(titles).size === new Set(short).size;
  return new Map(
    automations.map(({ id }, place) => {
      const brief = short[place] ?? '';
      return [id, { title: (isDistinct ? titles[place] : brief) ?? '', brief }];
    }),
  );
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
    .map((automation) => toRow(automation, titles.get(automation.id) ?? toWhole(automation)));
  const more = { kind: 'group-more', key: `${key} more`, groupKey: key, total: shown.length } as const;
  return [head, ...rows, ...(isCut ? [more] : [])];
}
