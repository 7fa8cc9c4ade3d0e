import { type AutomationSettings, maxFilterRules } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { emptyRule, type FilterEntry, filterEntry, readFilters, toFilterEntry } from './filter-entries.ts';
import { FilterRule } from './filter-rule.tsx';
import { useFormFacts } from './form-facts.ts';
import type { ControlProps, SettingControl } from './setting-control.ts';

export const filters: SettingControl<AutomationSettings['filters'], FilterEntry> = {
  title: 'Filters',
  help: 'Only rows that match give options',
  entry: filterEntry,
  toEntry: toFilterEntry,
  read: readFilters,
  summary: (value) => {
    if (!value) return null;
    return value.rules.length === 1 ? '1 filter' : `${value.rules.length} filters`;
  },
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
  const put = (next: FilterEntry['rules']) => field.onChange({ match, rules: next });
  return (
    <div className="grid w-full gap-2.5">
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
              onRemove={() => put(rules.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {rules.length < maxFilterRules && (
          <Button size="sm" onClick={() => put([...rules, emptyRule])}>
            Add a filter
          </Button>
        )}
        {rules.length > 0 && (
          <span className="tabular text-xs text-ink-3">
            {rules.length} of {maxFilterRules}
            {rows !== null &&
              matching !== null &&
              `, ${matching.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows match`}
          </span>
        )}
      </div>
    </div>
  );
}
