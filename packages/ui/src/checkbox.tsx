import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

type CheckboxProps = {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

type BareCheckboxProps = {
  /** For a box whose label is not beside it. */
  'aria-label'?: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: (checked: boolean) => void;
};

/** The box alone, for tables, where row and column say what it is. */
export function BareCheckbox({ disabled = false, onChange, ...rest }: BareCheckboxProps) {
  return (
    <Radix.Root
      {...rest}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next === true)}
      className="relative grid size-[18px] min-h-0 min-w-0 shrink-0 place-items-center rounded-[5px] border border-edge bg-surface transition-colors after:absolute after:-inset-1 pointer-coarse:after:-inset-[14px] disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=checked]:text-accent-ink"
    >
      <Radix.Indicator>
        <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />
      </Radix.Indicator>
    </Radix.Root>
  );
}

export function Checkbox({ label, hint, checked, disabled, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <span className="mt-0.5">
        <BareCheckbox
          id={id}
          checked={checked}
          disabled={disabled}
          onChange={onChange}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
      </span>
      <div className="grid gap-0.5">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
