import {
  isRemembered,
  type ReferenceAnswer,
  type ReferenceMemory,
  type ReferenceRename,
  referenceRenames,
  referenceRun,
  rememberAll,
  toValueSet,
} from '@picksync/sync-engine/testing';
import type { PlantedAccount, PlantedTarget } from '../../stage/accounts.ts';
import { computeValues, type ModelSource, type ModelTarget, maxOptions } from '../model.ts';
import type { Ask } from '../open-ask.ts';
import type { SoakScene } from '../people.ts';

/** What a row of a dropdown's sheet says. */
export type NamedCell = { texts: string[]; isLocked: boolean };

/** A dropdown that follows the names of its source, and what it and its cells say. */
export type NamedTarget = PlantedTarget & {
  settings: ModelTarget['settings'];
  isMulti: boolean;
  list: string[];
  cells: Map<string, NamedCell>;
  /** What each row of the source said when the list was last in step; null before the first sync. */
  before: Map<string, string[]> | null;
  /** Names that locked cells keep, and what they became. */
  pending: PendingRename[];
  /** Names that a person has kept although the source has others, until it changes. */
  keptNames: ReferenceRename[];
  /** A question about names waits. */
  isAsked: boolean;
  /** A change by hand waits for an answer. */
  asksOfHand: boolean;
  /** What its runs remember of changes by hand. */
  memory: ReferenceMemory;
};

/** `rows`: the only ones that still mean it, since the source says the old name of something else. */
type PendingRename = ReferenceRename & { rows?: string[] };

export type RenameScene = SoakScene & {
  account: PlantedAccount;
  source: ModelSource;
  named: NamedTarget[];
  ask: Ask;
};

/** Above so many names at once a person is asked; the steps ask by that, and by names that meet. */
const mostCells = 500;
const mostNames = 5;

/** Returns where a column is, and nothing else that is known of it. */
export function placeIn({ sheetId, columnId }: { sheetId: string; columnId: string }) {
  return { sheetId, columnId };
}

function tidy(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** Returns what each row of a source says. */
function readRows({ rows }: ModelSource): Map<string, string[]> {
  const said = rows.map(({ id, value }) => [id, tidy(value)] as const).filter(([, text]) => text !== '');
  return new Map(said.map(([id, text]) => [id, [text]]));
}

type Outcome = Pick<
  NamedTarget,
  'list' | 'cells' | 'before' | 'pending' | 'keptNames' | 'isAsked' | 'asksOfHand' | 'memory'
>;

/** What a person says: to names that wait, or to a change by hand. */
export type NamesAnswer = { names?: 'approve' | 'keep'; hand?: ReferenceAnswer };

/** Returns what a sync makes of a dropdown and its cells, by the rules and without any code of the product. */
export function expectNames({ source }: RenameScene, target: NamedTarget, answer: NamesAnswer = {}): Outcome {
  const { settings, list: options, isAsked, memory } = target;
  const { cells, before, pending, keptNames } = target;
  const now = readRows(source);
  const look = { target, now, isOut: isKeptOut(target, answer) };
  const values = computeValues({ source, settings });
  const found = findNames(look);
  const asked = found.renames.length + found.merges.length;
  const asItIs = {
    list: options,
    cells,
    before,
    pending,
    keptNames,
    memory,
    isAsked: false,
    asksOfHand: false,
  };
  const valueSet = toValueSet(values, settings);
  if (memory.heldFor === valueSet || answer.names === 'keep') return keepNames(look, { values, found });
  const isCertain = !found.asks && !(isAsked && asked > 0);
  if (!isCertain && answer.names === undefined) return { ...asItIs, isAsked: true };
  const renames: PendingRename[] = [...found.going, ...found.renames];
  const says = [...now.values()].flat();
  const olds = new Set(renames.map(({ from }) => from).filter((from) => !says.includes(from)));
  const wanted = { settings, memory, used: [], maxOptions, now: Date.now() };
  const current = options.filter((option) => !olds.has(option));
  const run = referenceRun({ ...wanted, values, current, answer: answer.names ?? answer.hand });
  const { list } = run;
  if (run.verdict === 'wait')
    return { ...asItIs, memory: run.memory, asksOfHand: run.reason === 'drift_found' };
  const after = new Map([...cells].map(([id, cell]) => [id, renameIn(cell, { id, renames })]));
  const keeps = ({ from, rows }: PendingRename) =>
    [...after]
      .filter(([id, { texts }]) => texts.includes(from) && (rows?.includes(id) ?? true))
      .map(([id]) => id);
  const left = renames
    .map((one) => ({ ...one, ...(one.rows && { rows: keeps(one) }), isLeft: keeps(one).length > 0 }))
    .filter(({ isLeft }) => isLeft);
  const inOrder = left
    .filter(({ from }) => olds.has(from) && options.includes(from))
    .toSorted((a, b) => options.indexOf(a.from) - options.indexOf(b.from));
  const both = list.flatMap((option) => [
    option,
    ...inOrder.filter(({ to }) => to === option).map(({ from }) => from),
  ]);
  const remembered = { ...run.memory, left: run.memory.left && rememberAll(both, settings) };
  return {
    ...asItIs,
    ...{ list: both, cells: after, before: now, pending: left, keptNames: [], memory: remembered },
  };
}

/**
 * Returns what is known of a dropdown of which a sync has begun to change names, and could write no cell; null where it changes none,
 * or asks first.
 */
export function beginNames({ source }: RenameScene, target: NamedTarget): Partial<NamedTarget> | null {
  const now = readRows(source);
  const found = findNames({ target, now, isOut: isKeptOut(target) });
  const pending = [...found.going, ...found.renames];
  const isOpen = found.asks || (target.isAsked && found.renames.length + found.merges.length > 0);
  const isHeld =
    target.memory.heldFor ===
    toValueSet(computeValues({ source, settings: target.settings }), target.settings);
  return isOpen || isHeld || pending.length === 0 ? null : { before: now, pending, isAsked: false };
}

/** Returns the options that the next sync would remove, as a preview shows it: an old name is not one of them. */
export function findRemoved({ source }: RenameScene, target: NamedTarget): string[] {
  const { settings, list, memory } = target;
  const now = readRows(source);
  const values = computeValues({ source, settings });
  if (memory.heldFor === toValueSet(values, settings)) return [];
  const { going, renames, merges } = findNames({ target, now, isOut: isKeptOut(target) });
  const olds = [...going, ...renames, ...merges].map(({ from }) => from);
  const current = list.filter((option) => !olds.includes(option));
  const run = referenceRun({ settings, memory, used: [], maxOptions, now: Date.now(), values, current });
  return current.filter((option) => !run.list.includes(option));
}

type FoundNames = {
  going: PendingRename[];
  renames: ReferenceRename[];
  /** Several names that became one. */
  merges: ReferenceRename[];
  asks: boolean;
};

/** Returns which names became which: those under way, those of this look, and those that a person has kept. */
function findNames(look: Look): FoundNames {
  const { target, now, isOut } = look;
  const { settings, list: options, cells, before, pending, keptNames } = target;
  const countCells = (option: string) =>
    [...cells.values()].filter(({ texts }) => texts.includes(option)).length;
  const going = pending.flatMap((pair) => goOn(pair, look));
  const kept = keptNames.flatMap((pair) => askAgain(pair, look)).filter(({ to }) => !isOut(to));
  const { renames, merges } = referenceRenames({
    ...{ before: before ?? new Map(), now, options, ignoreCase: settings.ignoreCase, countCells, mostCells },
    begun: [...going, ...kept].map(({ from }) => from),
  });
  // A name whose option was deleted by hand comes back like any other.
  const isFound = ({ from }: ReferenceRename) => [...renames, ...merges].some((one) => one.from === from);
  const back = pending
    .flatMap(({ from, to }) => comesBack({ from, to }, look))
    .filter((one) => !isFound(one));
  // What a person wants to keep is no old name of anything.
  const isWanted = ({ from }: ReferenceRename) => target.memory.kept.some((one) => isRemembered(one, from));
  const all = [...renames, ...merges, ...back].filter((one) => !isWanted(one) && !isOut(one.to)).concat(kept);
  const isMerge = ({ to }: ReferenceRename) => all.filter((one) => one.to === to).length > 1;
  const rows = all.reduce((sum, { from }) => sum + countCells(from), 0);
  const asks = all.some(isMerge) || kept.length > 0 || all.length > mostNames || rows > mostCells;
  return { going, renames: all.filter((one) => !isMerge(one)), merges: all.filter(isMerge), asks };
}

/** Returns whether a name has been deleted from the list by hand and stays out: nothing becomes a name that nobody can choose. */
function isKeptOut(
  { settings, memory, list }: NamedTarget,
  { hand }: NamesAnswer = {},
): (name: string) => boolean {
  const left = settings.drift === 'keep' || hand === 'keep' ? (memory.left ?? []) : [];
  const deleted = left.filter((one) => !list.some((option) => isRemembered(one, option)));
  return (name) => [...memory.excluded, ...deleted].some((one) => isRemembered(one, name));
}

/** Returns what becomes of a dropdown whose old names a person keeps: new ones come, nothing goes, and no cell changes. */
function keepNames(look: Look, { values, found }: { values: string[]; found: FoundNames }): Outcome {
  const { target, now } = look;
  const { settings, list: current, cells, pending } = target;
  const memory = { ...target.memory, heldFor: toValueSet(values, settings) };
  const run = referenceRun({ settings, memory, used: [], maxOptions, now: Date.now(), values, current });
  const asItIs = { cells, isAsked: false, asksOfHand: false };
  if (run.verdict === 'wait') {
    const { before, keptNames, list } = target;
    const asksOfHand = run.reason === 'drift_found';
    return { ...asItIs, list, before, pending, keptNames, memory: run.memory, asksOfHand };
  }
  // Which rows a name still means is found out when cells are renamed.
  const goes = pending.filter((pair) => found.going.some(({ from }) => from === pair.from));
  const going = goes.map((pair) => ({
    ...pair,
    to: found.going.find(({ from }) => from === pair.from)?.to ?? '',
  }));
  const keptNames = [...found.renames, ...found.merges];
  return { ...asItIs, list: run.list, before: now, pending: going, keptNames, memory: run.memory };
}

function renameIn(
  cell: NamedCell,
  { id, renames }: { id: string; renames: readonly PendingRename[] },
): NamedCell {
  if (cell.isLocked) return cell;
  const isOf = ({ rows }: PendingRename) => rows?.includes(id) ?? true;
  const next = cell.texts.map((text) => renames.find((one) => one.from === text && isOf(one))?.to ?? text);
  return { ...cell, texts: [...new Set(next)] };
}

type Look = { target: NamedTarget; now: Map<string, string[]>; isOut: (name: string) => boolean };

/** Returns what all rows that had a name say now; undefined where they do not agree, or it is still there. */
function becomes(name: string, { target, now }: Omit<Look, 'isOut'>): string | undefined {
  if ([...now.values()].flat().includes(name)) return name;
  const rows = [...(target.before ?? [])].filter(([, texts]) => texts.includes(name));
  const said = new Set(rows.map(([id]) => now.get(id)?.[0]));
  return said.size === 1 ? [...said][0] : undefined;
}

/** Returns a rename that cells wait for, as far as it is still wanted. */
function goOn({ from, to, rows }: PendingRename, look: Look): PendingRename[] {
  const last = becomes(to, look);
  if (last === undefined || last === from || look.isOut(last)) return [];
  const isBack = [...look.now.values()].flat().includes(from);
  const uses = [...look.target.cells].filter(([, { texts }]) => texts.includes(from)).map(([id]) => id);
  // An option that somebody has deleted by hand goes on in the cells alone.
  if (!look.target.list.includes(from) && uses.length === 0) return [];
  // From now on the name means something else to whoever chooses it.
  const only = rows?.filter((id) => uses.includes(id)) ?? (isBack ? uses : undefined);
  return [{ from, to: last, ...(only && { rows: only }) }];
}

/** Returns a rename whose old name a person has kept, as far as it would still be one: it is asked about again. */
function askAgain({ from, to }: ReferenceRename, look: Look): ReferenceRename[] {
  const last = becomes(to, look);
  const isThere = look.target.list.includes(from) && ![...look.now.values()].flat().includes(from);
  return isThere && last !== undefined && last !== from ? [{ from, to: last }] : [];
}

/** Returns the way back of a rename that cells wait for, where its rows say the old name again. */
function comesBack({ from, to }: ReferenceRename, look: Look): ReferenceRename[] {
  // An option that somebody has deleted by hand is renamed no more.
  const isGone = ![...look.now.values()].flat().includes(to) && look.target.list.includes(to);
  // Where other rows have said the old name since, those of two would become one.
  const isOfOthers = [...(look.target.before ?? []).values()].flat().includes(from);
  return isGone && !isOfOthers && becomes(to, look) === from ? [{ from: to, to: from }] : [];
}
