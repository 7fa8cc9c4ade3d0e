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
  pending: ReferenceRename[];
};

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

type Outcome = Pick<NamedTarget, 'list' | 'cells' | 'before' | 'pending'> & { asks: boolean };

/** Returns what a sync makes of a dropdown and its cells, by the rules and without any code of the product. */
export function expectNames({ source }: RenameScene, target: NamedTarget): Outcome {
  const { settings, list: options, cells, before, pending } = target;
  const { ignoreCase } = settings;
  const now = readRows(source);
  const countCells = (option: string) =>
    [...cells.values()].filter(({ texts }) => texts.includes(option)).length;
  const found = referenceRenames({
    before: before ?? new Map(),
    now,
    options,
    ignoreCase,
    countCells,
    mostCells,
  });
  const going = pending.flatMap((pair) => goOn(pair, { target, now }));
  if (found.asks) return { list: options, cells, before, pending, asks: true };
  const back = pending.flatMap(({ from, to }) => comesBack({ from, to }, { target, now }));
  const renames = [...going, ...found.renames, ...back];
  const olds = new Set(renames.map(({ from }) => from));
  const wanted = { settings, memory: blankMemory, used: [], maxOptions, now: Date.now() };
  const values = computeValues({ source, settings });
  const current = options.filter((option) => !olds.has(option));
  const { list } = referenceRun({ ...wanted, values, current });
  const after = new Map([...cells].map(([id, cell]) => [id, renameIn(cell, renames)]));
  const kept = renames.filter(({ from }) => [...after.values()].some(({ texts }) => texts.includes(from)));
  const places = renames.map(({ from }) => options.indexOf(from));
  const inOrder = kept.toSorted(
    (a, b) => (places[renames.indexOf(a)] ?? 0) - (places[renames.indexOf(b)] ?? 0),
  );
  const both = list.flatMap((option) => [
    option,
    ...inOrder.filter(({ to }) => to === option).map(({ from }) => from),
  ]);
  return { list: both, cells: after, before: now, pending: kept, asks: false };
}

function renameIn(cell: NamedCell, renames: readonly ReferenceRename[]): NamedCell {
  if (cell.isLocked) return cell;
  const next = cell.texts.map((text) => renames.find(({ from }) => from === text)?.to ?? text);
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
function goOn({ from, to }: ReferenceRename, look: Look): ReferenceRename[] {
  const last = becomes(to, look);
  const isBack = [...look.now.values()].flat().includes(from);
  if (last === undefined || last === from || isBack || !look.target.list.includes(from)) return [];
  return [{ from, to: last }];
}

/** Returns the way back of a rename that cells wait for, where its rows say the old name again. */
function comesBack({ from, to }: ReferenceRename, look: Look): ReferenceRename[] {
  const isGone = ![...look.now.values()].flat().includes(to);
  return isGone && becomes(to, look) === from ? [{ from: to, to: from }] : [];
}
