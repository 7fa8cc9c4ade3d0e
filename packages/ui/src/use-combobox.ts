import { type KeyboardEvent, useId, useState } from 'react';
import { type ComboboxOption, narrow } from './combobox-options.ts';

type UseComboboxOptions = {
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string | null) => void;
};

/**
 * Holds the state of a combobox by the ARIA pattern: the focus stays in the input, and `activeIndex` says which option the
 * arrow keys have reached. Options that cannot be chosen are reached too, so that their reasons are heard.
 */
export function useCombobox({ options, value, onChange }: UseComboboxOptions) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  /** What was typed since the list was opened; null: nothing, and the input shows what is chosen. */
  const [search, setSearch] = useState<string | null>(null);
  /** Where the arrow keys or the pointer went; null: they did not. */
  const [reached, setReached] = useState<number | null>(null);
  const { shown, found } = narrow(options, search ?? '');

  const chosenIndex = search ? -1 : shown.findIndex((option) => option.value === value);
  const activeIndex = Math.min(reached ?? Math.max(chosenIndex, 0), shown.length - 1);
  const last = shown.length - 1;

  const open = (at: number | null = null) => {
    setOpen(true);
    setReached(at);
  };
  /** Closes and leaves the choice as it was. */
  const close = () => {
    setOpen(false);
    setSearch(null);
    setReached(null);
  };
  /** The same for leaving the field: who emptied it meant to clear it. */
  const leave = () => {
    if (search === '' && value !== null) onChange(null);
    close();
  };
  const choose = (option: ComboboxOption | undefined) => {
    if (!option || option.disabledReason !== undefined) return;
    onChange(option.value);
    close();
  };
  const type = (text: string) => {
    setSearch(text);
    open();
  };

  const keys: Record<string, (() => void) | undefined> = isOpen
    ? {
        ArrowDown: () => setReached(activeIndex < last ? activeIndex + 1 : 0),
        ArrowUp: () => setReached(activeIndex > 0 ? activeIndex - 1 : last),
        Enter: () => choose(shown[activeIndex]),
      }
    : {
        ArrowDown: () => open(),
        ArrowUp: () => open(chosenIndex >= 0 ? chosenIndex : last),
        Enter: () => open(),
      };
  const onKeyDown = (event: KeyboardEvent) => {
    // Before the focus goes: a list that closes on its way would have the dialog around it take the focus.
    if (event.key === 'Tab') leave();
    const act = keys[event.key];
    // While a word is being composed, its keys belong to the input method.
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };

  const optionId = (index: number) => `${id}-option-${index}`;
  return {
    isOpen,
    search,
    shown,
    found,
    activeIndex,
    listId: `${id}-list`,
    optionId,
    activeId: isOpen && activeIndex >= 0 ? optionId(activeIndex) : undefined,
    open,
    close,
    leave,
    choose,
    type,
    reach: setReached,
    onKeyDown,
  };
}

export type ComboboxState = ReturnType<typeof useCombobox>;
