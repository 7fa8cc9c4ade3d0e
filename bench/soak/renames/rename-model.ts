import {
  blankMemory,
  type ReferenceRename,
  referenceRenames,
  referenceRun,
} from '@picksync/sync-engine/testing';
import type { PlantedAccount, PlantedTarget } from '../../stage/accounts.ts';
import { computeValues, type ModelSource, type ModelTarget, maxOptions } from '../model.ts';
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
  /** A question about names waits. */
  isAsked: boolean;
};

/** `rows`: the only ones that still mean it, since the source says the old name of something else. */
type PendingRename = ReferenceRename & { rows?: string[] };

export type RenameScene = SoakScene & { account: PlantedAccount; source: ModelSource; named: NamedTarget[] };

/** Above so many names at once a person is asked; the steps ask by that, and by names that meet. */
const mostCells = 500;

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

type Outcome = Pick<NamedTarget, 'list' | 'cells' | 'before' | 'pending' | 'isAsked'>;

/** Returns what a sync makes of a dropdown and its cells, by the rules and without any code of the product. */
export function expectNames(
  { source }: RenameScene,
  target: NamedTarget,
  { isApproved = false }: { isApproved?: boolean } = {},
): Outcome {
  const { settings, list: options, cells, before, pending, isAsked } = target;
  const { ignoreCase } = settings;
  const now = readRows(source);
  const countCells = (option: string) =>
    [...cells.values()].filter(({ texts }) => texts.includes(option)).length;
  const going = pending.flatMap((pair) => goOn(pair, { target, now }));
  const found = referenceRenames({
    before: before ?? new Map(),
    now,
    options,
    ignoreCase,
    countCells,
    mostCells,
    begun: going.map(({ from }) => from),
  });
  const back = pending.flatMap(({ from, to }) => comesBack({ from, to }, { target, now }));
  const isNew = found.renames.length + back.length > 0;
  if (!isApproved && (found.asks || (isAsked && isNew)))
    return { list: options, cells, before, pending, isAsked: true };
  const renames: PendingRename[] = [...going, ...found.renames, ...back];
  const says = [...now.values()].flat();
  const olds = new Set(renames.map(({ from }) => from).filter((from) => !says.includes(from)));
  const wanted = { settings, memory: blankMemory, used: [], maxOptions, now: Date.now() };
  const values = computeValues({ source, settings });
  const current = options.filter((option) => !olds.has(option));
  const { list, verdict } = referenceRun({ ...wanted, values, current });
  // Nobody answers what else is asked.
  if (verdict === 'wait') return { list: options, cells, before, pending, isAsked: false };
  const after = new Map([...cells].map(([id, cell]) => [id, renameIn(cell, { id, renames })]));
  const keeps = ({ from, rows }: PendingRename) =>
    [...after]
      .filter(([id, { texts }]) => texts.includes(from) && (rows?.includes(id) ?? true))
      .map(([id]) => id);
  const kept = renames
    .map((one) => ({ ...one, ...(one.rows && { rows: keeps(one) }), isLeft: keeps(one).length > 0 }))
    .filter(({ isLeft }) => isLeft);
  const inOrder = kept
    .filter(({ from }) => olds.has(from) && options.includes(from))
    .toSorted((a, b) => options.indexOf(a.from) - options.indexOf(b.from));
  const both = list.flatMap((option) => [
    option,
    ...inOrder.filter(({ to }) => to === option).map(({ from }) => from),
  ]);
  return { list: both, cells: after, before: now, pending: kept, isAsked: false };
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

type Look = { target: NamedTarget; now: ReadonlyMap<string, readonly string[]> };

/** Returns what all rows that had a name say now; undefined where they do not agree, or it is still there. */
function becomes(name: string, { target, now }: Look): string | undefined {
  if ([...now.values()].flat().includes(name)) return name;
  const rows = [...(target.before ?? [])].filter(([, texts]) => texts.includes(name));
  const said = new Set(rows.map(([id]) => now.get(id)?.[0]));
  return said.size === 1 ? [...said][0] : undefined;
}

/** Returns a rename that cells wait for, as far as it is still wanted. */
function goOn({ from, to, rows }: PendingRename, look: Look): PendingRename[] {
  const last = becomes(to, look);
  if (last === undefined || last === from) return [];
  const isBack = [...look.now.values()].flat().includes(from);
  const uses = [...look.target.cells].filter(([, { texts }]) => texts.includes(from)).map(([id]) => id);
  // An option that somebody has deleted by hand goes on in the cells alone.
  if (!look.target.list.includes(from) && uses.length === 0) return [];
  // From now on the name means something else to whoever chooses it.
  const only = rows?.filter((id) => uses.includes(id)) ?? (isBack ? uses : undefined);
  return [{ from, to: last, ...(only && { rows: only }) }];
}

/** Returns the way back of a rename that cells wait for, where its rows say the old name again. */
function comesBack({ from, to }: ReferenceRename, look: Look): ReferenceRename[] {
  const isGone = ![...look.now.values()].flat().includes(to);
  return isGone && becomes(to, look) === from ? [{ from: to, to: from }] : [];
}
