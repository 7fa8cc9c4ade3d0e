import { type AutomationSettings, type RunWarning, renamesWithoutReview } from '@picksync/contracts/sync';
import type { DesiredOptions } from './desired-options.ts';
import { findRenames, type NameMemory, needsTexts, type Rename, type Renaming } from './find-renames.ts';
import type { OptionHash } from './option-hash.ts';
import type { OptionLimits, Stop } from './plan.guards.ts';
import type { PlanInput } from './plan-input.ts';
import type { RunState } from './run-state.ts';
import { type RenamePair, toSourceNames } from './source-names.ts';
import type { Spelling } from './spelling.ts';

/** A rename with the rows of the destination that use its old name, and those that keep it. */
export type PlannedRename = Rename & { rows: number; locked: number };

/** What a plan renames. It holds option texts: never store or log them. */
export type PlannedRenames = {
  list: PlannedRename[];
  /** Cells that use an old name, and those of them that keep it. */
  cells: number;
  locked: number;
  /** The list in which every old name stands behind its new one. */
  both: string[];
  /** Whether anything is known of the names that rows had. */
  isKnown: boolean;
  /** An old option is gone although its cells were not all renamed: the cells have to be read. */
  needsTexts: boolean;
  /** What is remembered once the list is as planned: which row has which name, and renames that go on. */
  memory: NameMemory;
};

/** The renames of a run, and the cells that use their old names. */
type ChosenRenames = Pick<PlannedRenames, 'list' | 'cells' | 'locked' | 'needsTexts'> & {
  /** Those that do not happen while a person keeps what the source lacks. */
  heldBack: Rename[];
};

const none: ChosenRenames = { list: [], cells: 0, locked: 0, needsTexts: false, heldBack: [] };

/** Returns the renames that a run carries out, or asks about. */
export function chooseRenames(
  { renaming, settings, hash, currentOptions, source }: PlanInput,
  given: {
    desired: DesiredOptions;
    spelling: Spelling;
    state: RunState;
    /** A person keeps what the source lacks. */
    isHeld: boolean;
    answer: { isApproved?: boolean };
  },
): ChosenRenames {
  const { desired, spelling, state, isHeld, answer } = given;
  if (renaming === undefined) return none;
  const { memory, rows, findCells, texts, approved } = renaming;
  if (rows === null) return none;
  const { filteredOut } = source;
  const { keptHashes } = state;
  const lists = { memory, rows, filteredOut, currentOptions, texts, desired };
  const input = { ...lists, spelling, settings, keptHashes, hash };
  const found = findRenames(input);
  const lacksTexts = texts === undefined && needsTexts(input);
  if (isHeld) return { ...none, needsTexts: lacksTexts, heldBack: found };
  const ticked = approved && new Set(approved);
  const isTicked = (one: Rename) =>
    ticked === null ? !one.isMerge : getIds(one, hash).some((id) => ticked.has(id));
  const wanted = found.filter((one) => one.isUnderWay || !answer.isApproved || isTicked(one));
  const used = findCells?.(wanted);
  const list = wanted.map((one) => {
    const { rows: count = 0, locked = 0, rowIds = [] } = used?.byOption.get(one.from) ?? {};
    return { ...one, rows: count, locked, ...(used && isOfRows(one) && { onlyRows: rowIds }) };
  });
  const [cells, locked] = [used?.cells ?? 0, used?.locked ?? 0];
  return { list, cells, locked, needsTexts: lacksTexts, heldBack: [] };
}

/**
 * Returns whether only the rows that use an old name now are renamed: people choose it for what it means in the source, or have done
 * so before it left the source again.
 */
export function isOfRows({ option, onlyRows }: Pick<Rename, 'option' | 'onlyRows'>): boolean {
  return option === 'stays' || onlyRows !== undefined;
}

/** Returns the id of a line, and those that it had before: an approval may be older than the installation's present secret. */
function getIds({ id, from, to }: Rename, { others }: Pick<OptionHash, 'others'>): string[] {
  return [id, ...others.map(({ ofList }) => ofList(['rename', from, to]))];
}

/** Returns whether everything that a person has ticked is a line of what is asked: else they have seen something else. */
export function hasSeenLines(
  renames: PlannedRenames | null,
  { renaming, hash }: Pick<PlanInput, 'renaming' | 'hash'>,
): boolean {
  const lines = new Set(renames?.list.flatMap((one) => getIds(one, hash)));
  return (renaming?.approved ?? []).every((id) => lines.has(id));
}

/** Returns what a plan renames and remembers of names; null where they are not followed. */
export function planRenames(
  { renaming, settings, hash }: PlanInput,
  { heldBack, ...chosen }: ChosenRenames,
  both: string[],
): PlannedRenames | null {
  if (renaming === undefined) return null;
  // What was begun goes on once there are fewer names.
  if (renaming.rows === null)
    return { ...chosen, both, isKnown: false, memory: { names: null, pairs: renaming.memory.pairs } };
  const toPair = (one: Rename) => toRenamePair(one, { settings, hash });
  const isStaying = chosen.list.filter(({ locked }) => locked > 0);
  const held = heldBack.map((one) => (one.isUnderWay ? toPair(one) : { ...toPair(one), isKept: true }));
  const names = toSourceNames(renaming.rows, { settings, hash });
  const isKnown = renaming.memory.names !== null && names !== null;
  return { ...chosen, both, isKnown, memory: { names, pairs: [...isStaying.map(toPair), ...held] } };
}

/** Returns a rename as it is remembered until no cell is left to be renamed. */
export function toRenamePair(
  { from, to, onlyRows, refused }: Rename,
  { settings, hash }: { settings: Pick<AutomationSettings, 'ignoreCase'>; hash: Pick<OptionHash, 'of'> },
): RenamePair {
  const names = { from: hash.of(from, settings), to: hash.of(to, settings) };
  return { ...names, ...(onlyRows && { onlyRows }), ...(refused && { refused }) };
}

/** Returns what the user should know of names. */
export function findRenameWarnings(renames: PlannedRenames | null): RunWarning[] {
  if (renames === null) return [];
  return [
    ...(renames.locked > 0 ? (['cells_locked'] as const) : []),
    ...(renames.memory.names === null ? (['names_not_remembered'] as const) : []),
  ];
}

/** Returns why both names of options cannot stand beside each other; null when they can. */
export function findRoom(renames: PlannedRenames | null, { maxOptions }: OptionLimits): Stop | null {
  const found = renames?.both.length ?? 0;
  if (renames === null || renames.list.length === 0 || found <= maxOptions) return null;
  return { reason: 'names_need_room', figures: { found, allowed: maxOptions } };
}

/** Returns the options of a list with each old name behind its new one, of those renames that `stays` names. */
export function withOldNames(
  options: readonly string[],
  renames: readonly PlannedRename[],
  stays: (rename: PlannedRename) => boolean,
): string[] {
  const old = Map.groupBy(
    renames.filter((one) => one.option === 'leaves' && stays(one)),
    ({ to }) => to,
  );
  return options.flatMap((option) => [option, ...(old.get(option) ?? []).map(({ from }) => from)]);
}

/** Returns why a person is asked before names are changed, or null. */
export function renameQuestion(
  list: readonly PlannedRename[],
  {
    settings: { maxRenamedRows },
    renaming: { isAsked = false } = {},
  }: { settings: Pick<AutomationSettings, 'maxRenamedRows'>; renaming?: Partial<Renaming> | undefined },
): Stop | null {
  const asked = list.filter(({ isUnderWay }) => !isUnderWay);
  if (asked.length === 0) return null;
  const rows = asked.reduce((sum, one) => sum + one.rows, 0);
  const isCertain = !isAsked && !asked.some(({ isMerge, isKept }) => isMerge || isKept);
  if (isCertain && asked.length <= renamesWithoutReview && rows <= maxRenamedRows) return null;
  return { reason: 'names_changed', figures: { found: asked.length, allowed: rows } };
}
