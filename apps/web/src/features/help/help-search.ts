/** The state of the help page in the address. */
export type HelpSearch = {
  tab?: 'contact' | undefined;
  /** What is searched for in the answers. */
  search?: string | undefined;
  /** The answer that the user came for, and the row of its table. */
  question?: string | undefined;
  problem?: string | undefined;
  /** The automation that the user came from. */
  automation?: string | undefined;
};

const longest = 200;

/** Validates the parameters of the address; any others are dropped. */
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
