export type ComboboxOption = {
  value: string;
  label: string;
  /** Said beneath it, and searched as well. */
  detail?: string;
  /** What else is known of it: said beneath it, and not searched. */
  note?: string;
  /** The heading that it stands under. Options of one group stand together. */
  group?: string | undefined;
  /** Why this one cannot be chosen; it is shown disabled with the reason beneath. */
  disabledReason?: string | undefined;
};

/** More rows than this are slow to draw and never read: the search narrows them down. */
const maxShown = 100;

/** How near an option is to what was typed, 0 the nearest; null when it lacks one of the words. */
function distance({ label, detail = '' }: ComboboxOption, search: string): number | null {
  const words = search.split(/\s+/).filter(Boolean);
  const text = `${label} ${detail}`.toLowerCase();
  if (!words.every((word) => text.includes(word))) return null;
  const name = label.toLowerCase();
  if (name === search) return 0;
  if (name.startsWith(search)) return 1;
  const parts = name.split(/[\s\p{P}]+/u);
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 2 : 3;
}

/**
 * Returns the options to draw for a search: what can be chosen before what cannot, the nearest first, else in their order. So do
 * groups, by the nearest of each, which has its share of the rows.
 */
export function narrow(options: readonly ComboboxOption[], search: string) {
  const typed = search.trim().toLowerCase();
  const found = options.flatMap((option) => {
    const far = typed ? distance(option, typed) : 0;
    return far === null ? [] : [{ option, rank: far + (option.disabledReason === undefined ? 0 : 10) }];
  });
  const sorted = found.sort((a, b) => a.rank - b.rank);
  // The first of each decides which group comes first.
  const groups = [...Map.groupBy(sorted, ({ option }) => option.group).values()];
  const shown = groups.flatMap((group) => {
    const room = maxShown - (found.length - group.length);
    const most = Math.max(room, Math.floor(maxShown / groups.length));
    return group.slice(0, most).map(({ option }) => option);
  });
  return { shown, found: found.length };
}
