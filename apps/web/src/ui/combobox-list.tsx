import { Command } from 'cmdk';
import { Check, Search } from 'lucide-react';
import { useState } from 'react';
import { cx } from './class-names.ts';
import type { ComboboxOption } from './combobox.tsx';

/** More rows than this are slow to draw and never read: the search narrows them down. */
const mostShown = 100;

const matches = (option: ComboboxOption, words: readonly string[]): boolean => {
  const text = `${option.label} ${option.detail ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The options to draw for a search: those that hold every word of it, what can be chosen before what cannot. */
export const narrow = (options: readonly ComboboxOption[], search: string) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = options.filter((option) => matches(option, words));
  const sorted = [...found].sort((a, b) => Number(!!a.disabledReason) - Number(!!b.disabledReason));
  return { shown: sorted.slice(0, mostShown), found: found.length };
};

type ComboboxListProps = {
  name: string;
  searchPlaceholder: string;
  emptyText: string;
  options: readonly ComboboxOption[];
  value: string | null;
  onChoose: (value: string) => void;
};

export const ComboboxList = ({
  name,
  searchPlaceholder,
  emptyText,
  options,
  value,
  onChoose,
}: ComboboxListProps) => {
  const [search, setSearch] = useState('');
  const { shown, found } = narrow(options, search);
  return (
    <Command label={name} shouldFilter={false} loop className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-2 border-b border-line px-3 text-ink-3">
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <Command.Input
          value={search}
          onValueChange={setSearch}
          placeholder={searchPlaceholder}
          className="h-10 w-full bg-transparent text-lg text-ink outline-none md:text-md"
        />
      </div>
      <Command.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
        <Command.Empty className="px-3 py-6 text-center text-sm text-ink-2">
          {search && options.length > 0 ? `Nothing found for “${search}”` : emptyText}
        </Command.Empty>
        {shown.map((option) => (
          <ComboboxItem
            key={option.value}
            option={option}
            chosen={option.value === value}
            onChoose={onChoose}
          />
        ))}
      </Command.List>
      {found > shown.length && (
        <p role="status" className="border-t border-line px-3 py-2 text-xs text-ink-3">
          Showing {shown.length} of {found}. Type to find the others.
        </p>
      )}
    </Command>
  );
};

type ComboboxItemProps = { option: ComboboxOption; chosen: boolean; onChoose: (value: string) => void };

const ComboboxItem = ({ option, chosen, onChoose }: ComboboxItemProps) => {
  const note = option.disabledReason ?? option.detail;
  return (
    <Command.Item
      value={option.value}
      disabled={option.disabledReason !== undefined}
      onSelect={() => onChoose(option.value)}
      className="flex cursor-pointer items-start gap-2 rounded-sm px-2 py-1.5 text-sm data-[disabled=true]:cursor-not-allowed data-[disabled=true]:text-ink-3 data-[selected=true]:bg-sunken"
    >
      <Check
        aria-hidden="true"
        className={cx('mt-0.5 size-4 shrink-0 text-accent', !chosen && 'invisible')}
      />
      <span className="min-w-0 break-words">
        {option.label}
        {note && <span className="block text-xs text-ink-3">{note}</span>}
      </span>
    </Command.Item>
  );
};
