import { type Ref, useId } from 'react';
import { cx } from './class-names.ts';

type RadioCardsProps<V extends string> = {
  /** The one that is chosen. */
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** `disabledReason`: why it cannot be chosen, in place of its help. */
  options: readonly { value: V; label: string; hint: string; disabledReason?: string | undefined }[];
  value: V;
  onChange: (value: V) => void;
  columns?: 1 | 2;
};

/** A choice of few whose meaning has to be read: a card for each, with its line of help. */
export function RadioCards<V extends string>({
  ref,
  label,
  options,
  value,
  onChange,
  columns = 2,
}: RadioCardsProps<V>) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('grid w-full gap-2', columns === 2 && 'sm:grid-cols-2')}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'grid cursor-pointer grid-cols-[16px_minmax(0,1fr)] content-start items-start gap-x-2.5 rounded-md border border-line bg-surface px-3 py-2.5 transition-colors hover:border-ink-3',
            'has-checked:border-accent has-checked:bg-accent-soft forced-colors:has-checked:border-[Highlight]',
            'has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken has-disabled:text-ink-2',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
          )}
        >
          <input
            ref={option.value === value ? ref : null}
            type="radio"
            name={id}
            aria-labelledby={`${id}${option.value}`}
            aria-describedby={`${id}${option.value}-hint`}
            checked={option.value === value}
            disabled={option.disabledReason !== undefined}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-4 accent-accent outline-none"
          />
          <span id={`${id}${option.value}`} className="text-sm font-medium">
            {option.label}
          </span>
          <span id={`${id}${option.value}-hint`} className="col-start-2 text-xs text-ink-2">
            {option.disabledReason ?? option.hint}
          </span>
        </label>
      ))}
    </div>
  );
}
