import {
  type AutomationSettings,
  automationSettings,
  type Column,
  type FilterOperator,
  filterOperators,
  takesValue,
} from '@picksync/contracts';
import * as z from 'zod';
import { type ReadEntry, readBy } from './setting-control.ts';

export const filterEntry = z.object({
  match: z.enum(['all', 'any']),
  rules: z.array(
    z.object({
      /** Empty: no column is chosen yet. */
      columnId: z.string(),
      columnName: z.string(),
      operator: z.enum(filterOperators),
      value: z.string(),
    }),
  ),
});

export type FilterEntry = z.output<typeof filterEntry>;
export type RuleEntry = FilterEntry['rules'][number];

export const operatorWords: Record<FilterOperator, string> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  is_blank: 'is blank',
  is_not_blank: 'is not blank',
  is_checked: 'is checked',
  greater: 'is more than',
  less: 'is less than',
  before: 'is before',
  after: 'is after',
};

const ofText: FilterOperator[] = [
  'equals',
  'not_equals',
  'contains',
  'is_blank',
  'is_not_blank',
  'greater',
  'less',
];
const ofDates: FilterOperator[] = ['before', 'after', 'is_blank', 'is_not_blank'];
const ofCheckboxes: FilterOperator[] = ['is_checked', 'is_blank'];

/** Returns the operators that make sense for a column, beginning with the likeliest; all of them while it is not known. */
export function operatorsFor(column: Column | undefined): readonly FilterOperator[] {
  if (!column) return filterOperators;
  if (column.type === 'CHECKBOX') return ofCheckboxes;
  return column.type.includes('DATE') ? ofDates : ofText;
}

/** Returns what kind of field the value of an operator is typed into; null for operators without one. */
export function toValueKind(operator: FilterOperator): 'text' | 'number' | 'date' | null {
  if (!takesValue(operator)) return null;
  if (operator === 'greater' || operator === 'less') return 'number';
  return operator === 'before' || operator === 'after' ? 'date' : 'text';
}

export const emptyRule: RuleEntry = { columnId: '', columnName: '', operator: 'equals', value: '' };

export function toFilterEntry(filters: AutomationSettings['filters']): FilterEntry {
  if (!filters) return { match: 'all', rules: [] };
  return { match: filters.match, rules: filters.rules.map((rule) => ({ ...rule, value: rule.value ?? '' })) };
}

function toFilters({ match, rules }: FilterEntry): unknown {
  if (rules.length === 0) return null;
  return {
    match,
    rules: rules.map((rule) => ({ ...rule, value: takesValue(rule.operator) ? rule.value.trim() : null })),
  };
}

/** Returns what is wrong with a rule; undefined for one that can be sent. */
export function findRuleProblem(rule: RuleEntry): string | undefined {
  if (!rule.columnId) return 'Please choose a column';
  const read = readFilters({ match: 'all', rules: [rule] });
  return 'problem' in read ? read.problem : undefined;
}

export function readFilters(entry: FilterEntry): ReadEntry<AutomationSettings['filters']> {
  if (entry.rules.some(({ columnId }) => !columnId)) return { problem: 'Please choose a column' };
  return readBy(automationSettings.shape.filters, toFilters(entry));
}
