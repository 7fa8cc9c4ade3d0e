import { Check, ChevronsUpDown, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type Ref, useEffect, useRef } from 'react';
import { cx } from './class-names.ts';
import type { ComboboxOption } from './combobox-options.ts';
import { IconButton } from './icon-button.tsx';
import { controlClass } from './input.tsx';
import { Name } from './name.tsx';
import { Spinner } from './spinner.tsx';
import { useTopmostEscape } from './topmost-escape.ts';
import { type ComboboxState, useCombobox } from './use-combobox.ts';

type ComboboxProps = {
  ref?: Ref<HTMLInputElement> | undefined;
  id?: string;
  /** Where no label stands beside it. */
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  /** What is chosen from, e.g. `Source Sheet`: names the list and the clear button. */
  name: string;
  placeholder: string;
  emptyText: string;
  options: readonly ComboboxOption[];
  value: string | null;
  /** What is chosen is called so when it is not among the options (yet). */
  valueLabel?: string | undefined;
  onChange: (value: string | null) => void;
  disabled?: boolean;
  /** False where something has to be chosen. */
  clearable?: boolean;
  loading?: boolean;
};

/** A select one can search in and clear again. */
export function Combobox({
  name,
  options,
  value,
  onChange,
  loading = false,
  clearable = true,
  disabled,
  ...props
}: ComboboxProps) {
  const state = useCombobox({ options, value, onChange });
  const onEscape = useTopmostEscape(state.isOpen, state.close);
  const field = useRef<HTMLDivElement>(null);
  const chosen = options.find((option) => option.value === value)?.label ?? (value && props.valueLabel);
  const emptyText = loading ? 'Loading…' : props.emptyText;
  return (
    <Popover.Root open={state.isOpen}>
      <Popover.Anchor ref={field} className="relative">
        <input
          ref={props.ref}
          id={props.id}
          type="text"
          dir="auto"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={state.isOpen}
          aria-controls={state.isOpen ? state.listId : undefined}
          aria-activedescendant={state.activeId}
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid']}
          aria-label={props['aria-label']}
          aria-busy={loading || undefined}
          disabled={disabled}
          placeholder={props.placeholder}
          value={state.search ?? chosen ?? ''}
          onChange={(event) => state.type(event.target.value)}
          onClick={(event) => {
            if (state.isOpen) return;
            // What is typed next takes the place of what is chosen.
            event.currentTarget.select();
            state.open();
          }}
          onKeyDown={state.onKeyDown}
          onBlur={state.leave}
          className={cx(
            controlClass,
            'h-9 truncate ps-3 text-lg md:text-md',
            chosen && clearable ? 'pe-16' : 'pe-9',
          )}
        />
        <span className="pointer-events-none absolute inset-y-0 inset-e-3 grid place-items-center text-ink-3">
          {loading ? <Spinner /> : <ChevronsUpDown aria-hidden="true" className="size-4" />}
        </span>
        {chosen && clearable && !disabled && (
          <IconButton
            label={`Clear ${name}`}
            // By keyboard one empties the field.
            tabIndex={-1}
            className="absolute inset-y-0 inset-e-8 my-auto"
            onClick={() => {
              onChange(null);
              state.close();
              field.current?.querySelector('input')?.focus();
            }}
          >
            <X />
          </IconButton>
        )}
      </Popover.Anchor>
      <span aria-live="polite" className="sr-only">
        {state.isOpen && announcement(state, loading)}
      </span>
      <Popover.Portal>
        <Popover.Content
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            onEscape(event);
            if (!event.defaultPrevented) state.close();
          }}
          onPointerDownOutside={({ target }) => {
            if (!field.current?.contains(target as Node)) state.leave();
          }}
          // The focus stays in the input while options are pressed.
          onMouseDown={(event) => event.preventDefault()}
          // Else the dialog beneath, which locks the page, would take the wheel.
          onWheel={(event) => event.stopPropagation()}
          onTouchMove={(event) => event.stopPropagation()}
          className="z-60 flex max-h-[min(360px,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-[240px] animate-fade-in overflow-hidden rounded-md border border-line bg-surface shadow-pop outline-none"
        >
          <ComboboxList name={name} state={state} emptyText={emptyText} value={value} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** What those hear who do not see the list. */
function announcement({ shown, found }: ComboboxState, loading: boolean): string {
  if (found === 0) return loading ? 'Loading' : 'Nothing found';
  if (found > shown.length) return `${shown.length} of ${found} options shown`;
  return found === 1 ? '1 option' : `${found} options`;
}

type ComboboxListProps = {
  name: string;
  state: ComboboxState;
  /** Said when there is nothing to choose from. */
  emptyText: string;
  value: string | null;
};

/** The options that were found, of which one is active. */
function ComboboxList({ name, state, emptyText, value }: ComboboxListProps) {
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
        {[...Map.groupBy(shown.entries(), ([, { group }]) => group)].map(([group, options]) => {
          const items = options.map(([index, option]) => (
            <ComboboxItem
              key={option.value}
              id={state.optionId(index)}
              option={option}
              isChosen={option.value === value}
              isActive={index === state.activeIndex}
              onReach={() => state.reach(index)}
              onChoose={() => state.choose(option)}
            />
          ));
          if (group === undefined) return items;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox, a group may.
            <div key={group} role="group" aria-label={group} className="not-first:pt-1">
              <div aria-hidden="true" className="px-2 pt-1 pb-1 text-xs text-ink-2">
                {group}
              </div>
              {items}
            </div>
          );
        })}
      </div>
      {found === 0 && (
        <p className="px-3 py-6 text-center text-sm text-ink-2">
          {search ? `Nothing found for “${search}”` : emptyText}
        </p>
      )}
      {found > shown.length && (
        <div className="border-t border-line px-3 py-2 text-xs text-ink-3 short:hidden">
          Showing {shown.length} of {found}. Type to find the others.
        </div>
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
          // Read as the description, so that it is neither part of the name nor read twice.
          <span id={`${id}note`} aria-hidden={isAside || undefined} className="block text-xs text-ink-3">
            {note}
          </span>
        )}
      </span>
    </div>
  );
}
