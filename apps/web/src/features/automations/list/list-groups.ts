import type { Automation, Rule } from '@picksync/contracts';
import { compareNames } from '../../../ui/compare-names.ts';
import { needsYou, rank, toListState } from './list-states.ts';

/** Returns whether some of them stand under a head: two follow the same source, or one belongs to a rule. */
export function hasGroups(automations: readonly Automation[]): boolean {
  const sources = new Set(automations.map((one) => `${one.sourceSheetId}/${one.sourceColumnId}`));
  return sources.size < automations.length || automations.some(({ rule }) => rule !== null);
}

/** The automations that follow one source column, those that need the user first. */
export type SourceGroup = {
  key: string;
  sheetName: string;
  columnName: string;
  automations: readonly Automation[];
};

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
  return groups.toSorted(compareGroups);
}

/** What has something to do comes first, then what feeds the most dropdowns. */
export function compareGroups(
  one: Pick<SourceGroup, 'automations'>,
  other: Pick<SourceGroup, 'automations'>,
) {
  return (
    Number(other.automations.some(needsYou)) - Number(one.automations.some(needsYou)) ||
    other.automations.length - one.automations.length
  );
}

/** The automations of a rule, those that need the user first. `rule` is absent while it is not known. */
export type RuleGroup = {
  key: string;
  id: string;
  name: string;
  rule: Rule | undefined;
  automations: readonly Automation[];
};

function toRuleGroup(id: string, name: string, rest: Pick<RuleGroup, 'rule' | 'automations'>): RuleGroup {
  return { key: `rule/${id}`, id, name, ...rest };
}

/** Returns the automations of rules by their rule; those that stand alone are left out. */
export function groupByRule(automations: readonly Automation[], rules: readonly Rule[]): RuleGroup[] {
  const byRule = Map.groupBy(automations, ({ rule }) => rule?.id);
  return [...byRule].flatMap(([id, members]) => {
    const name = members[0]?.rule?.name;
    if (id === undefined || name === undefined) return [];
    return [
      toRuleGroup(id, name, {
        rule: rules.find((rule) => rule.id === id),
        automations: members.toSorted(
          (one, other) =>
            rank[toListState(one)] - rank[toListState(other)] || compareNames(one.sheetName, other.sheetName),
        ),
      }),
    ];
  });
}

/** Returns the rules that have no automation. */
export function listEmptyRules(rules: readonly Rule[], automations: readonly Automation[]): RuleGroup[] {
  const filled = new Set(automations.map(({ rule }) => rule?.id));
  return rules
    .filter(({ id }) => !filled.has(id))
    .map((rule) => toRuleGroup(rule.id, rule.name, { rule, automations: [] }));
}

/** Up to how many entries the dashboard shows all of them, and how many of more than these. */
const wholeOnDashboard = 10;
const topEntries = 8;

/**
 * Returns what the dashboard lists, of which the automations of a rule are one: all of a short list; of a longer one what needs
 * the user, then what was updated last. What a card above the list tells about is told once.
 */
export function pickTop(
  automations: readonly Automation[],
  { covered, emptyRules }: { covered: ReadonlySet<string>; emptyRules: number },
): { listed: readonly Automation[]; isCut: boolean } {
  const units = [...Map.groupBy(automations, (one) => one.rule?.id ?? one.id).values()];
  if (units.length + emptyRules <= wholeOnDashboard) return { listed: automations, isCut: false };
  const told = units.map((unit) => unit.filter(({ id }) => !covered.has(id)));
  const need = (unit: readonly Automation[]) => Math.min(...unit.map(toNeed));
  const latest = (unit: readonly Automation[]) =>
    unit.reduce((last, { lastUpdated }) => (lastUpdated && lastUpdated > last ? lastUpdated : last), '');
  const sorted = told
    .filter((unit) => unit.length > 0)
    .toSorted((one, other) => need(one) - need(other) || latest(other).localeCompare(latest(one)));
  return { listed: sorted.slice(0, topEntries).flat(), isCut: true };
}

function toNeed(automation: Automation): number {
  return needsYou(automation) ? rank[toListState(automation)] : rank['in-sync'];
}
