import type { Automation } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { DropdownMenu, MenuChoice, MenuSeparator } from '@picksync/ui/dropdown-menu.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { ArrowDownUp, ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { isShortcutKey } from '../../../stores/commands.ts';
import { useShortcuts } from '../../../stores/shortcuts.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { longListFrom } from './list-entries.ts';
import { hasGroups } from './list-groups.ts';
import { passesFilter } from './list-states.ts';
import {
  chooseLayout,
  filterBy,
  isNarrowed,
  type ListLayout,
  type ListOrder,
  type StateFilter,
  searchFor,
  sortBy,
  useListView,
} from './list-view.ts';

type ListToolbarProps = {
  automations: readonly Automation[];
  /** Those that the search finds, of which the filters show a part. */
  found: readonly Automation[];
};

/** The filters, the order and the layout of the list. A short list whose sources differ needs neither. */
export function ListToolbar({ automations, found }: ListToolbarProps) {
  const view = useListView();
  const { filter, layout, order } = view;
  const isStopped = useReadOnly();
  const isPhone = useIsPhone();
  // An active filter stays visible.
  const isLong = automations.length >= longListFrom || isNarrowed(view);
  const isShared = hasGroups(automations);
  if (!isLong && !isShared) return null;
  const isOneLine = isPhone && isLong;
  const filterChoice = {
    label: 'Filter by state',
    value: filter,
    options: filters.map(({ value, label }) => {
      const passing = found.filter((automation) => passesFilter(automation, value, isStopped));
      return { value, label: `${label} ${passing.length}` };
    }),
    onChange: filterBy,
  };
  const layoutChoice = { label: 'View', value: layout, options: layouts, onChange: chooseLayout };
  const orderChoice = { label: 'Order', value: order, options: orders, onChange: sortBy };
  return (
    <div
      className={cx(
        'flex items-center gap-2 border-b border-line px-4 py-2.5 md:px-5',
        !isOneLine && 'flex-wrap',
      )}
    >
      {isLong && <ListSearch placeholder={isPhone ? 'Search' : 'Name, sheet or column'} />}
      {isOneLine && (
        <ChoicesMenu filter={filterChoice} layout={isShared ? layoutChoice : null} order={orderChoice} />
      )}
      {isLong && !isOneLine && <Segmented {...filterChoice} />}
      {!isOneLine && (
        <div className="ms-auto flex flex-wrap items-center gap-2">
          {isLong && <OrderMenu {...orderChoice} />}
          {isShared && <Segmented {...layoutChoice} />}
        </div>
      )}
    </div>
  );
}

function ListSearch({ placeholder }: { placeholder: string }) {
  const search = useListView((view) => view.search);
  const areSingleKeysOn = useShortcuts(({ isOn }) => isOn);
  return (
    <SearchField
      label="Search name, sheet or column"
      placeholder={placeholder}
      text={search}
      onType={searchFor}
      onClear={() => searchFor('')}
      hasShortcut={areSingleKeysOn}
      isShortcutKey={isShortcutKey}
    />
  );
}

const layouts = [
  { value: 'by-source', label: 'By source' },
  { value: 'one-by-one', label: 'One by one' },
] as const;

const filters: readonly { value: StateFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'needs-you', label: 'Needs you' },
  { value: 'in-sync', label: 'In sync' },
  { value: 'paused', label: 'Paused' },
];

const orders: readonly { value: ListOrder; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'last-update', label: 'Last updated first' },
  { value: 'state', label: 'What needs you first' },
];

type Choice<Value extends string> = ComponentProps<typeof Segmented<Value>>;

function getLabel<Value extends string>({ options, value }: Choice<Value>): string {
  return options.find((option) => option.value === value)?.label ?? '';
}

function OrderMenu(choice: Choice<ListOrder>) {
  return (
    <DropdownMenu
      trigger={
        <Button aria-label={`Order: ${getLabel(choice)}`}>
          <ArrowDownUp aria-hidden="true" />
          {getLabel(choice)}
        </Button>
      }
    >
      <MenuChoice {...choice} />
    </DropdownMenu>
  );
}

type ChoicesMenuProps = {
  filter: Choice<StateFilter>;
  layout: Choice<ListLayout> | null;
  order: Choice<ListOrder>;
};

/** The same choices in a menu, for a phone: side by side they take a line each. Its button says what is in sight. */
function ChoicesMenu({ filter, layout, order }: ChoicesMenuProps) {
  const shown = getLabel(filter);
  const label = layout ? 'Filter and view' : filter.label;
  return (
    <DropdownMenu
      trigger={
        <Button
          aria-label={`${label}: ${shown}`}
          className={filter.value === 'all' ? 'tabular' : 'tabular border-accent!'}
        >
          {shown}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <MenuChoice {...filter} />
      <MenuSeparator />
      <MenuChoice {...order} />
      {layout && (
        <>
          <MenuSeparator />
          <MenuChoice {...layout} />
        </>
      )}
    </DropdownMenu>
  );
}
