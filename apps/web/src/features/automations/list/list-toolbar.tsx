import type { Automation } from '@picksync/contracts';
import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { controlClass } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { longListFrom, sharesSource } from './list-entries.ts';
import { passesFilter, type StandFilter } from './list-groups.ts';
import { chooseLayout, filterBy, searchFor, useListView } from './list-view.ts';

const layouts = [
  { value: 'by-source', label: 'By source' },
  { value: 'one-by-one', label: 'One by one' },
] as const;

const filters: readonly { value: StandFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'needs-you', label: 'Needs you' },
  { value: 'in-sync', label: 'In sync' },
  { value: 'paused', label: 'Paused' },
];

/** How the list is looked at: what of it, and in which order. A short list whose sources differ needs neither. */
export function ListToolbar({ automations }: { automations: readonly Automation[] }) {
  const { layout, filter, search } = useListView();
  // What narrows the list stays in sight.
  const isLong = automations.length >= longListFrom || filter !== 'all' || search !== '';
  const isShared = sharesSource(automations);
  if (!isLong && !isShared) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 md:px-5">
      {isLong && (
        <>
          <SearchBox />
          <Segmented
            label="Filter by state"
            value={filter}
            onChange={filterBy}
            options={filters.map(({ value, label }) => ({
              value,
              label: `${label} ${automations.filter((one) => passesFilter(one, value)).length}`,
            }))}
          />
        </>
      )}
      {isShared && (
        <div className="ml-auto">
          <Segmented label="View" value={layout} onChange={chooseLayout} options={layouts} />
        </div>
      )}
    </div>
  );
}

const searchLabel = 'Search name, sheet or column';

const typedIn = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typedIn) !== null;
}

function SearchBox() {
  const search = useListView((view) => view.search);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isForSearch = event.key === '/' && !event.metaKey && !event.ctrlKey && !event.altKey;
      if (!isForSearch || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div className="relative flex min-w-0 flex-[1_1_220px] items-center">
      <Search aria-hidden="true" className="pointer-events-none absolute left-2.5 size-4 text-ink-3" />
      <input
        ref={field}
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        aria-keyshortcuts="/"
        value={search}
        onChange={({ target }) => searchFor(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && searchFor('')}
        className={cx(
          controlClass,
          'h-[34px] pr-9 pl-8 text-lg md:text-sm [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {search !== '' && (
        <IconButton
          label="Clear search"
          className="absolute! right-0.5"
          onClick={() => {
            searchFor('');
            field.current?.focus();
          }}
        >
          <X />
        </IconButton>
      )}
    </div>
  );
}
