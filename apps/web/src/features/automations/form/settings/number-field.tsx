import { formatNumber } from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import type { ControlProps, ReadEntry } from './setting-control.ts';

type NumberFieldProps = ControlProps<string> & {
  label: string;
  unit: string;
  hint: string;
  /** As many as the largest number has. */
  digits?: 3 | 5;
};

/** A whole number with its unit. */
export function NumberField({ field, error, label, unit, hint, digits = 3 }: NumberFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className="flex items-center gap-2">
          <div className={`${digits === 3 ? 'w-16' : 'w-24'} shrink-0`}>
            <Input
              {...control}
              {...field}
              onChange={(event) => field.onChange(event.target.value)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={digits}
              className="tabular text-end"
            />
          </div>
          <span className="text-sm text-ink-2">{unit}</span>
        </div>
      )}
    </Field>
  );
}

/** Returns the number that was entered, or what is wrong with it. */
export function readWholeNumber(text: string, max: number): ReadEntry<number> {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) <= max
    ? { value: Number(text) }
    : { problem: `Please enter a whole number from 0 to ${formatNumber(max)}` };
}
