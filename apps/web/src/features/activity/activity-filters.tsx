import { type Automation, activityActions, activityStatuses } from '@picksync/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { ActivityFilter } from '../../api/activity.queries.ts';
import { automationsQuery } from '../../api/automations.queries.ts';
import { Button } from '../../ui/button.tsx';
import { DropdownMenu, MenuChoice } from '../../ui/dropdown-menu.tsx';
import { actionNames, statusNames } from './activity.phrases.ts';

const all = 'all';

type FilterMenuProps = {
  label: string;
  allLabel: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
};

const FilterMenu = ({ label, allLabel, value, options, onChange }: FilterMenuProps) => {
  const shown = options.find((option) => option.value === value)?.label ?? allLabel;
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button size="sm" aria-label={`${label}: ${shown}`} className={value ? 'border-accent!' : ''}>
          <span className="max-w-[160px] truncate">{shown}</span>
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <MenuChoice
        label={label}
        value={value ?? all}
        options={[{ value: all, label: allLabel }, ...options]}
        onChange={(next) => onChange(next === all ? undefined : next)}
      />
    </DropdownMenu>
  );
};

type Filter = Pick<ActivityFilter, 'status' | 'action' | 'configId'>;
type ActivityFiltersProps = { filter: Filter; onChange: (filter: Filter) => void };

const named = ({ id, name }: Automation) => ({ value: id, label: name });

export const ActivityFilters = ({ filter, onChange }: ActivityFiltersProps) => {
  const { data } = useInfiniteQuery(automationsQuery);
  const set = (name: keyof Filter) => (value: string | undefined) => {
    const { [name]: _before, ...others } = filter;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <>
      <FilterMenu
        label="Status"
        allLabel="All statuses"
        value={filter.status}
        options={activityStatuses.map((value) => ({ value, label: statusNames[value] }))}
        onChange={set('status')}
      />
      <FilterMenu
        label="Action"
        allLabel="All actions"
        value={filter.action}
        options={activityActions.map((value) => ({ value, label: actionNames[value] }))}
        onChange={set('action')}
      />
      <FilterMenu
        label="Configuration"
        allLabel="All configurations"
        value={filter.configId}
        options={data?.pages.flatMap(({ reply }) => reply).map(named) ?? []}
        onChange={set('configId')}
      />
    </>
  );
};
