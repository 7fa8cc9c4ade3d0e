/** What of the help is open. */
export type HelpSearch = {
  tab?: 'contact' | undefined;
  /** What is searched for in the answers. */
  search?: string | undefined;
  /** The answer that somebody came for, and the row of its table. */
  question?: string | undefined;
  problem?: string | undefined;
  /** The automation that they came from. */
  automation?: string | undefined;
};

const longest = 200;

/** Anything else in the address is dropped. */
export function helpSearch(given: Record<string, unknown>): HelpSearch {
  const text = (value: unknown) => (typeof value === 'string' && value ? value.slice(0, longest) : undefined);
  // A search for a number arrives as one.
  const search = typeof given.search === 'number' ? String(given.search) : text(given.search);
  return {
    tab: given.tab === 'contact' ? 'contact' : undefined,
    search,
    question: text(given.question),
    problem: text(given.problem),
    automation: text(given.automation),
  };
}
