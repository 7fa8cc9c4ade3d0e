import { ChevronsUpDown, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type Ref, useState } from 'react';
import { cx } from './class-names.ts';
import { ComboboxList } from './combobox-list.tsx';
import { IconButton } from './icon-button.tsx';
import { controlClass } from './input.tsx';
import { Spinner } from './spinner.tsx';

export type ComboboxOption = {
  value: string;
  label: string;
  detail?: string;
  /** Why this one cannot be chosen; it is shown disabled with the reason beneath. */
  disabledReason?: string | undefined;
};

type ComboboxProps = {
  ref?: Ref<HTMLButtonElement> | undefined;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  /** What is chosen from, e.g. `Source Sheet`: names the search field and the clear button. */
  name: string;
  placeholder: string;
  searchPlaceholder?: string;
  emptyText: string;
  options: readonly ComboboxOption[];
  value: string | null;
  /** What is chosen is called so when it is not among the options (yet). */
  valueLabel?: string | undefined;
  onChange: (value: string | null) => void;
  disabled?: boolean;
  loading?: boolean;
};

/** A select one can search in and clear again. */
export const Combobox = ({
  name,
  options,
  value,
  onChange,
  loading = false,
  disabled,
  ...props
}: ComboboxProps) => {
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value)?.label ?? (value && props.valueLabel);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <div className="relative">
        <Popover.Trigger
          ref={props.ref}
          id={props.id}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid']}
          aria-busy={loading || undefined}
          disabled={disabled}
          className={cx(controlClass, 'flex h-9 items-center pr-9 pl-3 text-left text-md', chosen && 'pr-16')}
        >
          <span className={cx('truncate', !chosen && 'text-ink-3')}>{chosen || props.placeholder}</span>
        </Popover.Trigger>
        <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-3">
          {loading ? <Spinner /> : <ChevronsUpDown aria-hidden="true" className="size-4" />}
        </span>
        {chosen && !disabled && (
          <IconButton
            label={`Clear ${name}`}
            className="absolute top-[3px] right-8"
            onClick={() => onChange(null)}
          >
            <X />
          </IconButton>
        )}
      </div>
      <Popover.Portal>
        <Popover.Content
          aria-label={name}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-60 flex max-h-[min(360px,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-[240px] animate-fade-in overflow-hidden rounded-md border border-line bg-surface shadow-pop outline-none"
        >
          <ComboboxList
            name={name}
            searchPlaceholder={props.searchPlaceholder ?? 'Search'}
            emptyText={loading ? 'Loading…' : props.emptyText}
            options={options}
            value={value}
            onChoose={(next) => {
              onChange(next);
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};
