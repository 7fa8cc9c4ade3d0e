import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { cx } from './class-names.ts';
import type { ComboboxOption } from './combobox-options.ts';
import { Name } from './name.tsx';
import type { ComboboxState } from './use-combobox.ts';

type ComboboxListProps = {
  name: string;
  state: ComboboxState;
  /** Said when there is nothing to choose from. */
  emptyText: string;
  value: string | null;
};

/** The options that were found, of which one is active. */
export function ComboboxList({ name, state, emptyText, value }: ComboboxListProps) {
  const { shown, found, search, activeId } = state;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        id={state.listId}
        role="listbox"
        aria-label={`${name} options`}
        className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain', shown.length > 0 && 'p-1')}
      >
        {shown.map((option, index) => (
          <ComboboxItem
            key={option.value}
            id={state.optionId(index)}
            option={option}
            isChosen={option.value === value}
            isActive={index === state.activeIndex}
            onReach={() => state.reach(index)}
            onChoose={() => state.choose(option)}
          />
        ))}
      </div>
      {found === 0 && (
        <p className="px-3 py-6 text-center text-sm text-ink-2">
          {search ? `Nothing found for “${search}”` : emptyText}
        </p>
      )}
      {found > shown.length && (
        <p className="border-t border-line px-3 py-2 text-xs text-ink-3 short:hidden">
          Showing {shown.length} of {found}. Type to find the others.
        </p>
      )}
    </div>
  );
}

type ComboboxItemProps = {
  id: string;
  option: ComboboxOption;
  isChosen: boolean;
  isActive: boolean;
  onReach: () => void;
  onChoose: () => void;
};

function ComboboxItem({ id, option, isChosen, isActive, onReach, onChoose }: ComboboxItemProps) {
  const note = option.disabledReason ?? option.detail ?? option.note;
  const isAside = note !== undefined && note === option.note;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-labelledby={isAside ? `${id}label` : undefined}
      aria-describedby={isAside ? `${id}note` : undefined}
      aria-disabled={option.disabledReason !== undefined || undefined}
      data-active={isActive || undefined}
      onPointerMove={isActive ? undefined : onReach}
      onClick={onChoose}
      className={cx(
        'flex cursor-pointer items-start gap-2 rounded-sm px-2 py-1.5 text-sm data-active:bg-sunken',
        'aria-disabled:cursor-not-allowed aria-disabled:text-ink-3',
      )}
    >
      <Check
        aria-hidden="true"
        className={cx('mt-0.5 size-4 shrink-0 text-accent', !isChosen && 'invisible')}
      />
      <span className="min-w-0 break-words">
        <span id={`${id}label`}>
          <Name>{option.label}</Name>
        </span>
        {note && (
          <span id={`${id}note`} className="block text-xs text-ink-3">
            {note}
          </span>
        )}
      </span>
    </div>
  );
}
