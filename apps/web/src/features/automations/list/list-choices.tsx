import type { Automation } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { DropdownMenu, MenuChoice, MenuSeparator } from '@picksync/ui/dropdown-menu.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { ChevronDown } from 'lucide-react';
import { useReadOnly } from '../use-read-only.ts';
import { passesFilter, type StateFilter } from './list-groups.ts';
import { chooseLayout, filterBy, useListView } from './list-view.ts';

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

type Listed = { automations: readonly Automation[] };

/** Each filter with how many pass it. */
function useFilterChoice({ automations }: Listed) {
  const value = useListView(({ filter }) => filter);
  const isStopped = useReadOnly();
  const options = filters.map((one) => ({
    value: one.value,
    label: `${one.label} ${automations.filter((automation) => passesFilter(automation, one.value, isStopped)).length}`,
  }));
  return { label: 'Filter by state', value, options, onChange: filterBy };
}

function useLayoutChoice() {
  const value = useListView(({ layout }) => layout);
  return { label: 'View', value, options: layouts, onChange: chooseLayout };
}

export function FilterChoice({ automations }: Listed) {
  return <Segmented {...useFilterChoice({ automations })} />;
}

export function LayoutChoice() {
  return <Segmented {...useLayoutChoice()} />;
}

/** The same choices in a menu, for a phone: side by side they take a line each. Its button says what is in sight. */
export function ChoicesMenu({ automations, hasLayouts }: Listed & { hasLayouts: boolean }) {
  const filter = useFilterChoice({ automations });
  const layout = useLayoutChoice();
  const shown = filter.options.find(({ value }) => value === filter.value)?.label ?? '';
  const label = hasLayouts ? 'Filter and view' : filter.label;
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
      {hasLayouts && (
        <>
          <MenuSeparator />
          <MenuChoice {...layout} />
        </>
      )}
    </DropdownMenu>
  );
}
