import { useId } from 'react';
import { cx } from './class-names.ts';

type SegmentedProps<V extends string> = {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
};

/** A choice of few short words, all in sight: one stop by keyboard, and the arrows choose. */
export function Segmented<V extends string>({ label, options, value, onChange }: SegmentedProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full flex-wrap gap-0.5 rounded-md bg-sunken p-0.5 forced-colors:border"
    >
      {options.map((option) => (
        <label
          key={option.value}
          data-choice
          className={cx(
            'relative inline-flex h-7 cursor-pointer items-center rounded-sm border border-transparent px-2.5 text-sm font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink',
            'has-checked:border-line has-checked:bg-surface has-checked:text-ink',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
