import type { FailureFigures, FailureReason, FewerSheets, RunWarning } from '@picksync/contracts';
import { distinctContacts, hashContacts, spellingFor } from './contacts.ts';
import { type DesiredOptions, desiredOptions } from './desired-options.ts';
import { type Difference, findDifference, toSame } from './difference.ts';
import { acceptDrift, type Drift, findDrift } from './drift.ts';
import { hashedOptions } from './option-hash.ts';
import { distinctValues } from './order.ts';
import { exceededLimit, findFewerSheets, findWarnings, reviewReason, type Stop } from './plan.guards.ts';
import type { PlanInput } from './plan-input.ts';
import {
  chooseRenames,
  findRenameWarnings,
  findRoom,
  hasSeenLines,
  planRenames,
  renameQuestion,
} from './plan-renames.ts';
import type { Replacement } from './review-fingerprint.ts';
import { type RunState, renewState, toBaseHashes } from './run-state.ts';
import { isSameList, type Spelling } from './spelling.ts';
import type { StaleOptions } from './stale-options.ts';

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
  const { identity, hash } = given;
  const input = withKnownState(identity === 'address' ? { ...given, hash: hashContacts(hash) } : given);
  const planned = planWith(input, {});
  if (planned.verdict !== 'waiting_review') return planned;
  const replacement = toListReplacement(input, planned);
  const hasSeen = hasSeenLines(planned.renames, input);
  if (hasSeen && input.isApproved?.(replacement, planned.reason)) {
    const hasSeenSheets = planned.reason !== 'names_changed' || replacement.fewerSheets !== undefined;
    return planWith(input, { isApproved: true, hasSeenSheets });
  }
  if (!input.isKept?.(replacement)) return planned;
  return planWith(
    input,
    planned.reason === 'drift_found' ? { keepsDrift: true } : { keepsStaleOptions: true },
  );
}

/** Returns what a person decides on: both lists, and the names that change. */
export function toListReplacement(
  { currentOptions }: Pick<PlanInput, 'currentOptions'>,
  { options, renames, ...plan }: Pick<Plan, 'options' | 'renames'> & { figures?: FailureFigures },
): Replacement {
  const { fewerSheets } = plan.figures ?? {};
  const asked = renames?.list.filter(({ isUnderWay }) => !isUnderWay) ?? [];
  // Which cells keep an old name may change until the answer: the list with all old names stands for either.
  const isRenaming = renames !== null && renames.list.length > 0;
  return {
    current: currentOptions,
    next: isRenaming ? renames.both : options,
    ...(asked.length > 0 && {
      renames: asked.map(({ from, to }) => [from, to] as const),
      renamedRows: asked.reduce((sum, { rows }) => sum + rows, 0),
    }),
    ...(fewerSheets && { fewerSheets }),
  };
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
  /** What was approved would have said that the report reads fewer sheets. */
  hasSeenSheets?: boolean;
  /** Their change of the dropdown stays. */
  keepsDrift?: boolean;
  /** Options that the source lacks stay until the source changes. */
  keepsStaleOptions?: boolean;
};

function planWith(input: PlanInput, answer: Answer): Plan {
  const { source, currentOptions, settings, limits, identity } = input;
  const values =
    identity === 'address'
      ? distinctContacts(source.values)
      : distinctValues({ values: source.values, ignoreCase: settings.ignoreCase });
  const spelling = spellingFor(currentOptions, input);
  const desiredIn = ({ state }: PlanInput) => desiredOptions({ ...input, values, spelling, state });
  const desiredBefore = desiredIn(input);
  const { state, drift } = stateWithDrift({ input, values, desired: desiredBefore, spelling, answer });
  const held = getHold({ input, keys: values.map(spelling.toKey), answer });
  const asksAboutDrift = settings.drift === 'ask' && !answer.keepsDrift;
  const desired = state === input.state ? desiredBefore : desiredIn({ ...input, state });
  const chosen = chooseRenames(input, { desired, spelling, state, isHeld: held !== null, answer });
  const { difference, stale, both } = findDifference({
    input: { ...input, state },
    desired,
    renames: chosen.list,
    spelling,
    isHeld: held !== null,
    addedByHand: new Set(asksAboutDrift ? drift?.added : []),
  });
  const { options, added, removed } = difference;
  const renames = planRenames(input, chosen, both);
  const repeats = source.values.length - values.length;
  const warnings = [
    ...findWarnings({ ...source, repeats, options, settings, limits }),
    ...findRenameWarnings(renames),
  ];
  const waiting = { ...input.state, leaving: stale.dates, heldAgainst: held };
  const { filteredOut, withoutAddress = 0 } = source;
  const told = {
    ...difference,
    renames,
    filteredOut,
    withoutAddress,
    drift,
    warnings,
    waitingState: waiting,
  };
  const refusal = exceededLimit({ options, limits }) ?? findRoom(renames, limits);
  if (refusal !== null)
    return { ...told, state: waiting, verdict: 'refused', ...withList(refusal, identity) };
  const after = stateAfter({ input, state, options, stale, held, answer });
  const isDone = isSameList(options, currentOptions) && chosen.cells === chosen.locked;
  if (isDone) return { ...told, state: after, verdict: 'unchanged' };
  if (answer.isApproved) return { ...told, state: after, verdict: 'write' };
  const ask = (stop: Stop) => ({
    ...told,
    state: waiting,
    verdict: 'waiting_review' as const,
    ...withList(stop, identity),
  });
  // Whoever answers it sees the whole list.
  const question = renameQuestion(chosen.list, input);
  const sheets = sheetCounts(input);
  if (question !== null)
    return ask(withFewerSheets(question, findFewerSheets({ removed: removed.length, sheets })));
  const review = reviewReason({
    found: values.length,
    leftOut: source.filteredOut.length,
    left: options.length,
    removed: removed.length,
    current: currentOptions.length,
    maxRemovalPercent: settings.maxRemovalPercent,
    sheets,
  });
  // These come before drift: an emptied dropdown needs a confirmation, and fewer sheets a look at the report.
  const isFirst = review !== null && review.reason !== 'wipe_guard';
  if (!isFirst && asksAboutDrift && drift !== null && isUndone(drift, { added, removed }))
    return ask({ reason: 'drift_found', figures: {} });
  return review === null ? { ...told, state: after, verdict: 'write' } : ask(review);
}

/** Returns a stop whose sentence says what the list holds. */
function withList({ reason, figures }: Stop, identity: PlanInput['identity']): Stop {
  return identity === 'address' ? { reason, figures: { ...figures, noun: 'contact' } } : { reason, figures };
}

/** Returns a stop about names that says as well why options would go: an approval takes them away. */
function withFewerSheets({ reason, figures }: Stop, fewerSheets: FewerSheets | null): Stop {
  return fewerSheets === null ? { reason, figures } : { reason, figures: { ...figures, fewerSheets } };
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
  const same = toSame(spelling, input);
  const drift = findDrift({ ...input, desired, same });
  if (drift === null || (settings.drift !== 'keep' && !answer.keepsDrift)) return { state, drift };
  const desiredWithout = (excludedHashes: readonly string[]) =>
    desiredOptions({ values, spelling, settings, state: { excludedHashes }, hash }).values;
  return { state: acceptDrift({ drift, state, settings, desiredWithout, hash, same }), drift };
}

/** Returns the hash of the source while a person keeps the options that it lacks; null when nobody does. */
function getHold(given: { input: PlanInput; keys: readonly string[]; answer: Answer }): string | null {
  const { input, keys, answer } = given;
  const { state, hash } = input;
  if (state.heldAgainst === null && !answer.keepsStaleOptions) return null;
  const isSame = state.heldAgainst !== null && hash.isOfSet(state.heldAgainst, keys);
  return answer.keepsStaleOptions || isSame ? hash.ofSet(keys) : null;
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
  answer: Answer;
}): RunState {
  const { input, state, options, stale, held, answer } = given;
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
    sourceSheetCount: sheetCountAfter({ input, stale, held, answer }),
  };
}

/** Returns how many sheets the report reads now, and read before; null where one of them is not known. */
function sheetCounts({
  sourceSheetCount: found = null,
  state: { sourceSheetCount: before },
}: PlanInput): FewerSheets | null {
  return found === null || before === null ? null : { found, before };
}

/**
 * Returns the number of sheets that the next run compares with. It falls only when nothing is left that fewer sheets may take
 * away later, or with an approval.
 */
function sheetCountAfter(given: {
  input: PlanInput;
  stale: StaleOptions;
  held: string | null;
  answer: Answer;
}): number | null {
  const { input, stale, held, answer } = given;
  const counts = sheetCounts(input);
  const isPending = held !== null || stale.keptInUse.length + stale.leaving.length > 0;
  if (counts && isPending && !answer.hasSeenSheets) return Math.max(counts.found, counts.before);
  return input.sourceSheetCount ?? input.state.sourceSheetCount;
}
