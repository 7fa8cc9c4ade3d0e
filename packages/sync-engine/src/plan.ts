import type { AutomationSettings, FailureFigures, FailureReason, RunWarning } from '@picksync/contracts';
import type { ColumnUses } from './column-uses.ts';
import { type DesiredOptions, desiredOptions } from './desired-options.ts';
import { acceptDrift, type Drift, findDrift } from './drift.ts';
import { hashedOptions, type OptionHash } from './option-hash.ts';
import { distinctValues, orderValues } from './order.ts';
import { exceededLimit, findWarnings, type OptionLimits, reviewReason } from './plan.guards.ts';
import type { Replacement } from './review-fingerprint.ts';
import { type RunState, renewState, toBaseHashes } from './run-state.ts';
import type { SourceValues } from './source-values.ts';
import { createSpelling, isSameList, type Spelling } from './spelling.ts';
import { type LeavingOption, type StaleOptions, sortStaleOptions } from './stale-options.ts';

/** Returns whether a list is the one of an earlier write, of which it is not known whether it arrived. */
type UnrecordedWrite = (options: readonly string[]) => boolean;

export type IsApproved = (replacement: Replacement, reason: FailureReason) => boolean;

export type PlanInput = {
  /** What the settings make of the source. */
  source: Pick<SourceValues, 'values' | 'formulaErrors' | 'filteredOut'>;
  /** The dropdown's list as it is now. */
  currentOptions: readonly string[];
  settings: AutomationSettings;
  /** What earlier runs remembered. */
  state: RunState;
  /** Of a write that was not recorded; null where all are. */
  unrecordedWrite?: UnrecordedWrite | null;
  /** Of a write that was repeated, whose first try may still arrive, after others: the list that was recorded. */
  lateWrite?: UnrecordedWrite | null;
  /** How many rows use each value of the target column; null where they were not counted. */
  uses: ColumnUses | null;
  limits: OptionLimits;
  /** BCP 47, for sorting. Default `en`. */
  locale?: string;
  now: Date;
  hash: OptionHash;
  /** Whether a person has approved exactly this replacement of the list, which waits for this reason. */
  isApproved?: IsApproved;
  /** Whether a person has answered exactly this replacement with "Keep them". */
  isKept?: (replacement: Replacement) => boolean;
};

/** The difference between a dropdown and its source. The lists hold option texts: never store or log them. */
export type Difference = {
  /** The list to write, in order. */
  options: string[];
  added: string[];
  removed: string[];
  /** In both lists, for whatever reason. */
  kept: string[];
  /** Of these: no longer in the source, but used by rows. */
  keptInUse: string[];
  /** Of these: no longer in the source, and removed later. */
  leaving: LeavingOption[];
  /** Values that the filters leave out. */
  filteredOut: string[];
  /** What was changed by hand since a run left the list; null where that is not known. */
  drift: Drift | null;
  /** How many rows use each option of the dropdown; null where they were not counted. */
  uses: ReadonlyMap<string, number> | null;
  /** Options go, and a copy of the list has to be kept before they do. */
  needsCopy: boolean;
};

/**
 * `unchanged`: the dropdown is right. `write`: write `options`. `waiting_review`: a person has to look first.
 * `refused`: Smartsheet could not hold it. `reason` and `figures` make the sentence for the user. `state` is what the run
 * remembers, once the list is written where there is one to write.
 */
export type Plan = Difference & {
  warnings: RunWarning[];
  state: RunState;
  /** What is remembered instead where nothing is removed yet. */
  waitingState: RunState;
} & (
    | { verdict: 'unchanged' | 'write' }
    | { verdict: 'waiting_review' | 'refused'; reason: FailureReason; figures: FailureFigures }
  );

/** Returns what has to happen for a dropdown to follow its source. Pure: the same input gives the same plan. */
export function plan(given: PlanInput): Plan {
  const input = withKnownState(given);
  const planned = planWith(input, {});
  if (planned.verdict !== 'waiting_review') return planned;
  const replacement = { current: input.currentOptions, next: planned.options };
  if (input.isApproved?.(replacement, planned.reason)) return planWith(input, { isApproved: true });
  if (!input.isKept?.(replacement)) return planned;
  return planWith(
    input,
    planned.reason === 'drift_found' ? { keepsDrift: true } : { keepsStaleOptions: true },
  );
}

/**
 * Returns the input with what is remembered under the automation's own key, and with what is known of a write that was
 * not recorded. When the dropdown has its list, that list is the base. When it has another, the base is unknown: a
 * change of ours must not be taken for one by hand, now or later.
 */
export function withKnownState<Input extends PlanInput>(input: Input): Input {
  const { unrecordedWrite = null, lateWrite = null, currentOptions: options, settings, hash } = input;
  const renewed = renewState(input.state, [...options, ...input.source.values], hash);
  // A list that arrived late is nobody's edit: without a base nothing counts as changed by hand.
  const isLate = lateWrite !== null && !lateWrite(options);
  const state = isLate ? { ...renewed, baseHashes: [] } : renewed;
  const known = state === input.state ? input : { ...input, state };
  if (unrecordedWrite === null) return known;
  const isThere = unrecordedWrite(options);
  // The base of a two-way pair is still right when a write is lost, and a write from before they were a pair makes no
  // base.
  if (settings.mode === 'two_way' && (!isThere || state.baseHashes.length === 0)) return known;
  const baseHashes = isThere ? toBaseHashes({ options, settings, hash }) : [];
  return { ...input, state: { ...state, baseHashes }, unrecordedWrite: null };
}

/** What a person has answered. */
type Answer = {
  isApproved?: boolean;
  /** Their change of the dropdown stays. */
  keepsDrift?: boolean;
  /** Options that the source lacks stay until the source changes. */
  keepsStaleOptions?: boolean;
};

function planWith(input: PlanInput, answer: Answer): Plan {
  const { source, currentOptions, settings, limits } = input;
  const values = distinctValues({ values: source.values, ignoreCase: settings.ignoreCase });
  const spelling = createSpelling(currentOptions, settings);
  const desiredIn = ({ state }: PlanInput) => desiredOptions({ ...input, values, spelling, state });
  const desiredBefore = desiredIn(input);
  const { state, drift } = stateWithDrift({ input, values, desired: desiredBefore, spelling, answer });
  const held = getHold({ input, keys: values.map(spelling.toKey), answer });
  const asksAboutDrift = settings.drift === 'ask' && !answer.keepsDrift;
  const { difference, stale } = findDifference({
    input: { ...input, state },
    desired: state === input.state ? desiredBefore : desiredIn({ ...input, state }),
    spelling,
    isHeld: held !== null,
    addedByHand: new Set(asksAboutDrift ? drift?.added : []),
  });
  const { options, added, removed } = difference;
  const repeats = source.values.length - values.length;
  const warnings = findWarnings({ ...source, repeats, options, settings, limits });
  const waiting = { ...input.state, leaving: stale.dates, heldAgainst: held };
  const told = {
    ...difference,
    filteredOut: source.filteredOut,
    drift,
    warnings,
    waitingState: waiting,
  };
  const refusal = exceededLimit({ options, limits });
  if (refusal !== null) return { ...told, state: waiting, verdict: 'refused', ...refusal };
  const after = stateAfter({ input, state, options, stale, held });
  if (isSameList(options, currentOptions)) return { ...told, state: after, verdict: 'unchanged' };
  if (answer.isApproved) return { ...told, state: after, verdict: 'write' };
  const review = reviewReason({
    found: values.length,
    leftOut: source.filteredOut.length,
    left: options.length,
    removed: removed.length,
    current: currentOptions.length,
    maxRemovalPercent: settings.maxRemovalPercent,
  });
  // What would empty the dropdown comes first: it needs a confirmation, which a review of drift does not.
  const isFirst = review?.reason === 'source_empty' || review?.reason === 'nothing_passes';
  if (!isFirst && asksAboutDrift && drift !== null && isUndone(drift, { added, removed })) {
    return { ...told, state: waiting, verdict: 'waiting_review', reason: 'drift_found', figures: {} };
  }
  if (review === null) return { ...told, state: after, verdict: 'write' };
  return { ...told, state: waiting, verdict: 'waiting_review', ...review };
}

/** Returns the change by hand, and what is remembered with it where it stays. */
function stateWithDrift(given: {
  input: PlanInput;
  values: readonly string[];
  desired: DesiredOptions;
  spelling: Spelling;
  answer: Answer;
}): { state: RunState; drift: Drift | null } {
  const { input, values, desired, spelling, answer } = given;
  const { state, settings, hash } = input;
  const drift = findDrift({ ...input, desired });
  if (drift === null || (settings.drift !== 'keep' && !answer.keepsDrift)) return { state, drift };
  const desiredWithout = (excludedHashes: readonly string[]) =>
    desiredOptions({ values, spelling, settings, state: { excludedHashes }, hash }).values;
  return { state: acceptDrift({ drift, state, settings, desiredWithout, hash }), drift };
}

/** Returns the hash of the source while a person keeps the options that it lacks; null when nobody does. */
function getHold(given: { input: PlanInput; keys: readonly string[]; answer: Answer }): string | null {
  const { input, keys, answer } = given;
  const { state, hash } = input;
  if (state.heldAgainst === null && !answer.keepsStaleOptions) return null;
  const isSame = state.heldAgainst !== null && hash.isOfSet(state.heldAgainst, keys);
  return answer.keepsStaleOptions || isSame ? hash.ofSet(keys) : null;
}

type Found = {
  input: PlanInput;
  desired: DesiredOptions;
  spelling: Spelling;
  isHeld: boolean;
  addedByHand: ReadonlySet<string>;
};

function findDifference({ input, desired, spelling, isHeld, addedByHand }: Found): {
  difference: Omit<Difference, 'filteredOut' | 'drift'>;
  stale: StaleOptions;
} {
  const { settings, state, hash, now, locale = 'en' } = input;
  const current = [...new Set(input.currentOptions)];
  const [isDesired, isDesiredKey] = [new Set(desired.all), new Set(desired.all.map(spelling.toKey))];
  // Options that a person wants to decide on were never in the source.
  const hasNoGrace = (option: string) => addedByHand.has(option) || isDesiredKey.has(spelling.toKey(option));
  const countUses = createUses(input);
  const stale = sortStaleOptions(
    current.filter((option) => !isDesired.has(option)),
    { settings, state, isHeld, hasNoGrace, countUses, now, hash },
  );
  const middle = orderValues({
    values: [...desired.values, ...stale.staying],
    order: settings.order,
    locale,
  });
  const options = [...desired.first, ...middle, ...desired.last];
  const [isNext, isCurrent] = [new Set(options), new Set(current)];
  const difference = {
    options,
    added: options.filter((option) => !isCurrent.has(option)),
    removed: current.filter((option) => !isNext.has(option)),
    kept: options.filter((option) => isCurrent.has(option)),
    keptInUse: stale.keptInUse,
    leaving: stale.leaving,
    needsCopy: settings.keepCopies && current.some((option) => !isNext.has(option)),
    uses: input.uses && new Map(current.map((option) => [option, countUses(option) ?? 0])),
  };
  return { difference, stale };
}

/** Returns a function that counts the rows which use an option; it returns null where they were not counted. */
function createUses({ uses, settings }: PlanInput): (option: string) => number | null {
  if (uses === null) return () => null;
  const { toKey } = createSpelling([], settings);
  const rows = new Map<string, number>();
  for (const [text, count] of uses) rows.set(toKey(text), (rows.get(toKey(text)) ?? 0) + count);
  return (option) => rows.get(toKey(option)) ?? 0;
}

/** Returns whether putting the list back would undo a change by hand, and not only put it in order. */
function isUndone(drift: Drift, { added, removed }: Pick<Difference, 'added' | 'removed'>): boolean {
  return (
    drift.added.some((option) => removed.includes(option)) ||
    drift.removed.some((option) => added.includes(option))
  );
}

/** Returns what is remembered of a list that is written, or is right already. */
function stateAfter(given: {
  input: PlanInput;
  state: RunState;
  options: readonly string[];
  stale: StaleOptions;
  held: string | null;
}): RunState {
  const { input, state, options, stale, held } = given;
  const { settings, hash, now } = input;
  const kept = hashedOptions(state.keptHashes, hash);
  // An option that somebody has deleted again is no longer kept, even if something else puts it back.
  const isThere = new Set(input.currentOptions.flatMap(kept.matching));
  return {
    baseHashes: toBaseHashes({ options, settings, hash }),
    keptHashes: state.keptHashes.filter((one) => isThere.has(one) || !hash.canRead(one)),
    excludedHashes: state.excludedHashes,
    leaving: stale.dates.filter(({ leavesAt }) => leavesAt > now || held !== null),
    heldAgainst: held,
  };
}
