import { ChevronsUpDown, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type Ref, useRef } from 'react';
import { cx } from './class-names.ts';
import { ComboboxList } from './combobox-list.tsx';
import type { ComboboxOption } from './combobox-options.ts';
import { IconButton } from './icon-button.tsx';
import { controlClass } from './input.tsx';
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
            'h-9 truncate pl-3 text-lg md:text-md',
            chosen && clearable ? 'pr-16' : 'pr-9',
          )}
        />
        <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-3">
          {loading ? <Spinner /> : <ChevronsUpDown aria-hidden="true" className="size-4" />}
        </span>
        {chosen && clearable && !disabled && (
          <IconButton
            label={`Clear ${name}`}
            // By keyboard one empties the field.
            tabIndex={-1}
            className="absolute inset-y-0 right-8 my-auto"
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
