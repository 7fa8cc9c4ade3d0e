import { findNewNames, firstOfEach, type NewName, spellingFor } from './contacts.ts';
import type { DesiredOptions } from './desired-options.ts';
import type { Drift } from './drift.ts';
import { orderValues } from './order.ts';
import type { PlanInput } from './plan-input.ts';
import { type PlannedRename, type PlannedRenames, withOldNames } from './plan-renames.ts';
import type { Spelling } from './spelling.ts';
import { type LeavingOption, type StaleOptions, sortStaleOptions } from './stale-options.ts';

/** The difference between a dropdown and its source. The lists hold option texts: never store or log them. */
export type Difference = {
  /** The list to write, in order. */
  options: string[];
  added: string[];
  removed: string[];
  /** In both lists, for whatever reason. */
  kept: string[];
  /** Of these: contacts that get another name. They count as neither added nor removed. */
  newNames: NewName[];
  /** Of these: no longer in the source, but used by rows. */
  keptInUse: string[];
  /** Of these: no longer in the source, and removed later. */
  leaving: LeavingOption[];
  /** Values that the filters leave out. */
  filteredOut: string[];
  /** Contacts of the source that have no address and are left out. */
  withoutAddress: number;
  /** What was changed by hand since a run left the list; null where that is not known. */
  drift: Drift | null;
  /** How many rows use each option of the dropdown; null where they were not counted. */
  uses: ReadonlyMap<string, number> | null;
  /** Options go, and a copy of the list has to be kept before they do. */
  needsCopy: boolean;
  /** What is renamed: neither added nor removed. Null where names are not followed. */
  renames: PlannedRenames | null;
};

type FindDifference = {
  input: PlanInput;
  desired: DesiredOptions;
  spelling: Spelling;
  isHeld: boolean;
  addedByHand: ReadonlySet<string>;
  /** Options that become others: they are neither added nor removed, and have no grace. */
  renames: readonly PlannedRename[];
};

/**
 * Returns a function that gives the same text for options that are one. A dropdown may hold two spellings of a text, but a list of
 * contacts each address once.
 */
export function toSame(
  { toKey }: Spelling,
  { identity }: Pick<PlanInput, 'identity'>,
): (option: string) => string {
  return identity === 'address' ? toKey : (option) => option;
}

/** Returns the difference between a dropdown and what is wanted, and what becomes of the options that nobody asks for. */
export function findDifference({ input, desired, spelling, isHeld, addedByHand, renames }: FindDifference): {
  difference: Omit<Difference, 'filteredOut' | 'withoutAddress' | 'drift' | 'renames'>;
  stale: StaleOptions;
  /** The list with every old name behind its new one. */
  both: string[];
} {
  const { settings, state, hash, now, locale = 'en', identity } = input;
  const same = toSame(spelling, input);
  const current = firstOfEach(input.currentOptions, same);
  const [isDesired, isDesiredKey] = [
    new Set(desired.all.map(same)),
    new Set(desired.all.map(spelling.toKey)),
  ];
  // Options that a person wants to decide on were never in the source.
  const hasNoGrace = (option: string) => addedByHand.has(option) || isDesiredKey.has(spelling.toKey(option));
  const countUses = createUses(input);
  const isLeft = new Set(renames.map(({ from }) => from));
  const isNew = new Set(renames.map(({ to }) => to));
  const stale = sortStaleOptions(
    current.filter((option) => !isDesired.has(same(option)) && !isLeft.has(option)),
    { settings, state, isHeld, hasNoGrace, countUses, now, hash },
  );
  const middle = orderValues({
    values: [...desired.values, ...stale.staying],
    order: settings.order,
    locale,
  });
  const wanted = [...desired.first, ...middle, ...desired.last];
  const options = withOldNames(wanted, renames, ({ locked }) => locked > 0);
  const [isNext, isCurrent] = [new Set(options.map(same)), new Set(current.map(same))];
  const difference = {
    options,
    added: options.filter((option) => !isCurrent.has(same(option)) && !isNew.has(option)),
    removed: current.filter((option) => !isNext.has(same(option)) && !isLeft.has(option)),
    kept: options.filter((option) => isCurrent.has(same(option))),
    newNames: identity === 'address' ? findNewNames(current, options) : [],
    keptInUse: stale.keptInUse,
    leaving: stale.leaving,
    needsCopy: settings.keepCopies && current.some((option) => !isNext.has(same(option))),
    uses: input.uses && new Map(current.map((option) => [option, countUses(option) ?? 0])),
  };
  return { difference, stale, both: withOldNames(wanted, renames, () => true) };
}

/** Returns a function that counts the rows which use an option; it returns null where they were not counted. */
function createUses(input: PlanInput): (option: string) => number | null {
  const { uses } = input;
  if (uses === null) return () => null;
  const { toKey } = spellingFor([], input);
  const rows = new Map<string, number>();
  for (const [text, count] of uses) rows.set(toKey(text), (rows.get(toKey(text)) ?? 0) + count);
  return (option) => rows.get(toKey(option)) ?? 0;
}
