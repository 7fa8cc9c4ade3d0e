export type ComboboxOption = {
  value: string;
  label: string;
  detail?: string;
  /** Why this one cannot be chosen; it is shown disabled with the reason beneath. */
  disabledReason?: string | undefined;
};

/** More rows than this are slow to draw and never read: the search narrows them down. */
const mostShown = 100;

function matches(option: ComboboxOption, words: readonly string[]): boolean {
  const text = `${option.label} ${option.detail ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The options to draw for a search: those that hold every word of it, what can be chosen before what cannot. */
export function narrow(options: readonly ComboboxOption[], search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = options.filter((option) => matches(option, words));
  const sorted = [...found].sort((a, b) => Number(!!a.disabledReason) - Number(!!b.disabledReason));
  return { shown: sorted.slice(0, mostShown), found: found.length };
}
