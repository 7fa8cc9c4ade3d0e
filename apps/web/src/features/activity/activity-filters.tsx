import {
  activityActionNames,
  activityActions,
  activityStatuses,
  activityStatusNames,
  isolated,
} from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { DropdownMenu, MenuChoice } from '@picksync/ui/dropdown-menu.tsx';
import { Name } from '@picksync/ui/name.tsx';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { ActivityFilter } from '../../api/activity.queries.ts';
import { automationsQuery } from '../../api/automations.queries.ts';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';

const all = 'all';

type FilterMenuProps = {
  label: string;
  allLabel: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
};

function FilterMenu({ label, allLabel, value, options, onChange }: FilterMenuProps) {
  const shown = options.find((option) => option.value === value)?.label ?? allLabel;
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button aria-label={`${label}: ${shown}`} className={value ? 'border-accent!' : ''}>
          <span className="max-w-[160px] truncate">
            <Name>{shown}</Name>
          </span>
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
}

const automationFilter = { label: 'Configuration', allLabel: 'All configurations' };

function AutomationFilter(props: Pick<FilterMenuProps, 'value' | 'onChange'>) {
  const { data } = useSuspenseInfiniteQuery(automationsQuery);
  const options = data.pages
    .flatMap(({ reply }) => reply)
    .map(({ id, name }) => ({ value: id, label: isolated(name) }));
  return <FilterMenu {...automationFilter} {...props} options={options} />;
}

type ActivityFiltersProps = { filter: ActivityFilter; onChange: (filter: ActivityFilter) => void };

/** Three menus that narrow the list. Without the automations there is nothing to choose in theirs. */
export function ActivityFilters({ filter, onChange }: ActivityFiltersProps) {
  const set = (name: keyof ActivityFilter) => (value: string | undefined) => {
    const { [name]: _before, ...others } = filter;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  const ofAutomation = { value: filter.configId, onChange: set('configId') };
  const withoutAutomations = <FilterMenu {...automationFilter} {...ofAutomation} options={[]} />;
  return (
    <>
      <FilterMenu
        label="Status"
        allLabel="All statuses"
        value={filter.status}
        options={activityStatuses.map((value) => ({ value, label: activityStatusNames[value] }))}
        onChange={set('status')}
      />
      <FilterMenu
        label="Action"
        allLabel="All actions"
        value={filter.action}
        options={activityActions.map((value) => ({ value, label: activityActionNames[value] }))}
        onChange={set('action')}
      />
      <PanelBoundary skeleton={withoutAutomations} failure={() => withoutAutomations}>
        <AutomationFilter {...ofAutomation} />
      </PanelBoundary>
    </>
  );
}
