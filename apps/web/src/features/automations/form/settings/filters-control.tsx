import {
  type AutomationSettings,
  type FilterOperator,
  formatNumber,
  isolated,
  maxFilterRules,
  pluralize,
} from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { FieldNote } from '@picksync/ui/field.tsx';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { X } from 'lucide-react';
import type { Ref } from 'react';
import { ColumnSelect } from './column-select.tsx';
import {
  emptyRule,
  type FilterEntry,
  filterEntry,
  findRuleProblem,
  operatorsFor,
  operatorWords,
  type RuleEntry,
  readFilters,
  toFilterEntry,
  toValueKind,
} from './filter-entries.ts';
import { isGone, useFormFacts } from './form-facts.ts';
import type { ControlProps, SettingControl } from './setting-control.ts';
import { useEntryFocus } from './use-entry-focus.ts';

export const filters: SettingControl<AutomationSettings['filters'], FilterEntry> = {
  title: 'Filters',
  help: 'Only rows that match are read',
  entry: filterEntry,
  toEntry: toFilterEntry,
  read: readFilters,
  valueText: (value) => (value ? pluralize(value.rules.length, 'filter') : 'None'),
  summary: (value) => value && pluralize(value.rules.length, 'filter'),
  example: {
    match: 'all',
    rules: [{ columnId: '1', columnName: 'Column', operator: 'is_blank', value: null }],
  },
  Control: FiltersControl,
};

const matches = [
  { value: 'all', label: 'all' },
  { value: 'any', label: 'any' },
] as const;

function FiltersControl({ field, error }: ControlProps<FilterEntry>) {
  const { match, rules } = field.value;
  const { rows, matching } = useFormFacts();
  const { block, noteAddition, noteRemoval } = useEntryFocus<HTMLDivElement>();
  const put = (next: FilterEntry['rules']) => field.onChange({ match, rules: next });
  const add = () => {
    put([...rules, emptyRule]);
    noteAddition();
  };
  const remove = (index: number) => {
    put(rules.toSpliced(index, 1));
    noteRemoval(index);
  };
  return (
    <div ref={block} className="grid w-full gap-2.5">
      {rules.length > 1 && (
        <div className="flex flex-wrap items-center gap-2 text-xs text-ink-2">
          Rows must match
          <Segmented
            label="Rows must match"
            options={matches}
            value={match}
            onChange={(next) => field.onChange({ match: next, rules })}
          />
          of these
        </div>
      )}
      {rules.length > 0 && (
        <ul className="grid gap-2.5">
          {rules.map((rule, index) => (
            <FilterRule
              key={index}
              {...(index === 0 && { ref: field.ref })}
              place={index + 1}
              rule={rule}
              isChecked={error !== undefined}
              onChange={(changed) => put(rules.with(index, changed))}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {rules.length < maxFilterRules && (
          <Button size="sm" data-adds onClick={add}>
            Add a filter
          </Button>
        )}
        {rules.length > 0 && (
          <span className="tabular text-xs text-ink-3">
            {rules.length} of {maxFilterRules}
            {rows !== null &&
              matching !== null &&
              `, ${formatNumber(matching)} of ${formatNumber(rows)} rows match`}
          </span>
        )}
      </div>
    </div>
  );
}

type FilterRuleProps = {
  ref?: Ref<HTMLInputElement>;
  /** Counted from 1. */
  place: number;
  rule: RuleEntry;
  /** Whether its error is shown: not before the form was submitted once. */
  isChecked: boolean;
  onChange: (rule: RuleEntry) => void;
  onRemove: () => void;
};

/** One filter: a column, an operator, and a value that fits it. */
function FilterRule({ ref, place, rule, isChecked, onChange, onRemove }: FilterRuleProps) {
  const { columns, sourceName } = useFormFacts();
  const column = columns?.find(({ id }) => id === rule.columnId);
  const operators = operatorsFor(column);
  const gone = rule.columnId !== '' && isGone(columns, rule.columnId);
  const problem = gone
    ? `“${isolated(rule.columnName)}” is no longer a column of ${isolated(sourceName || 'the source')}. Choose another one or remove the filter. Until then no sync runs.`
    : isChecked
      ? findRuleProblem(rule)
      : undefined;
  /** While the column is the trouble, nothing is wrong with the value. */
  const isOfColumn = gone || rule.columnId === '';
  const noteId = `filter-${place}-note`;
  const chooseColumn = (chosen: Pick<RuleEntry, 'columnId' | 'columnName'>) => {
    const fitting = operatorsFor(columns?.find(({ id }) => id === chosen.columnId));
    const operator = fitting.includes(rule.operator) ? rule.operator : (fitting[0] ?? 'equals');
    onChange(withOperator({ ...rule, ...chosen }, operator));
  };
  return (
    <li className="grid gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_30px] items-center gap-1.5 md:grid-cols-[minmax(0,1.2fr)_minmax(0,0.9fr)_minmax(0,1.1fr)_30px]">
        <ColumnSelect
          {...(ref && { ref })}
          name={`Column of filter ${place}`}
          columnId={rule.columnId}
          columnName={rule.columnName}
          isInvalid={isChecked && !rule.columnId}
          noteId={problem && isOfColumn ? noteId : undefined}
          onChange={chooseColumn}
        />
        <SelectInput
          aria-label={`Comparison of filter ${place}`}
          className="max-md:col-start-1"
          value={rule.operator}
          onChange={({ target }) => onChange(withOperator(rule, target.value as FilterOperator))}
        >
          {/* One that was chosen for another type of column stays in the list, so that it is shown as it is. */}
          {[...new Set([...operators, rule.operator])].map((operator) => (
            <option key={operator} value={operator}>
              {operatorWords[operator]}
            </option>
          ))}
        </SelectInput>
        <RuleValue
          place={place}
          rule={rule}
          isInvalid={problem !== undefined && !isOfColumn}
          onChange={onChange}
        />
        <IconButton
          label={`Remove filter ${place}`}
          data-removes
          className="max-md:col-start-2 max-md:row-start-1 md:col-start-4"
          onClick={onRemove}
        >
          <X />
        </IconButton>
      </div>
      {problem && <FieldNote id={noteId} error={problem} />}
    </li>
  );
}

/**
 * Returns the rule with another operator. The value stays only where it fits: a date is not a number, but a number can
 * be compared as a text.
 */
function withOperator(rule: RuleEntry, operator: FilterOperator): RuleEntry {
  const kind = toValueKind(operator);
  const fits = kind === toValueKind(rule.operator) || kind === 'text';
  return { ...rule, operator, value: fits ? rule.value : '' };
}

type RuleValueProps = Pick<FilterRuleProps, 'place' | 'rule' | 'onChange'> & { isInvalid: boolean };

function RuleValue({ place, rule, isInvalid, onChange }: RuleValueProps) {
  const kind = toValueKind(rule.operator);
  if (!kind) return null;
  return (
    <Input
      aria-label={`Value of filter ${place}`}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? `filter-${place}-note` : undefined}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      className={kind === 'number' ? 'tabular text-end max-md:col-start-1' : 'max-md:col-start-1'}
      placeholder={kind === 'number' ? 'Number' : 'Value'}
      autoComplete="off"
      maxLength={500}
      value={rule.value}
      onChange={({ target }) => onChange({ ...rule, value: target.value })}
    />
  );
}
