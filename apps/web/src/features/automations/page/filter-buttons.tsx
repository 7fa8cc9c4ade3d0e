import { formatNumber } from '@picksync/contracts';

type FilterButtonsProps<V extends string> = {
  label: string;
  /** Each with how much it shows. */
  options: readonly { value: V; label: string; count: number }[];
  value: V;
  onChange: (value: V) => void;
};

/** Chooses what a panel lists. On a phone the buttons share a line of their own. */
export function FilterButtons<V extends string>({ label, options, value, onChange }: FilterButtonsProps<V>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap rounded-md bg-sunken p-0.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="tabular h-6.5 rounded-sm border border-transparent px-2.5 text-sm font-medium whitespace-nowrap text-ink-2 hover:text-ink aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-ink max-sm:flex-auto max-sm:px-1 max-sm:text-xs"
        >
          {option.label} {formatNumber(option.count)}
        </button>
      ))}
    </fieldset>
  );
}
