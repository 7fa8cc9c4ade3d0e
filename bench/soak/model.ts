import { type AutomationSettings, defaultSettings } from '@picksync/contracts';
import {
  blankMemory,
  type ReferenceMemory,
  type ReferenceRow,
  referenceRun,
  referenceValues,
  rememberAll,
  toValueSet,
} from '@picksync/sync-engine/testing';
import type { PlantedAccount } from '../stage/accounts.ts';

/** A row of a source: what its column says, and what stands beside it. */
export type ModelRow = { id: string; value: string; city: string; size: number | null };

/** A source sheet as the model knows it, kept beside the product and without any of its code. */
export type ModelSource = {
  account: PlantedAccount;
  sheetId: string;
  columnId: string;
  cityColumnId: string;
  sizeColumnId: string;
  rows: ModelRow[];
  /** How many different states it has had since the calls were counted. */
  states: number;
  /** When it was edited last, in `performance.now()`. */
  editedAt: number;
  /** Whether a person may not open it just now. */
  isBarred: boolean;
  /** Whether a person has agreed that rows of it are deleted, since its rows were compared. */
  mayLoseRows: boolean;
};

export type ModelTarget = {
  source: ModelSource;
  automationId: string;
  sheetId: string;
  columnId: string;
  settings: AutomationSettings;
  isActive: boolean;
  /** `locked` and `barred` columns wait until that is over, of `gone` ones nothing is expected any more. */
  fate: 'well' | 'locked' | 'barred' | 'gone';
  /**
   * What people have made of its column; the product may not change that. Null where they did it in the middle of things:
   * Smartsheet has no conditional write, and one that is under way with the type that was read takes the change back.
   */
  type: 'PICKLIST' | 'MULTI_PICKLIST' | null;
  /** What its rows say, by their ids; only people change them. */
  cells: Map<string, string[]>;
  /** States of its own: other settings, answers, and options edited by hand. */
  states: number;
  /** When something other than its source changed it. */
  changedAt: number;
  isEditedByHand: boolean;
  /** Options that people have deleted from the list, and whether they have kept what the source lacked. */
  deletedByHand: Set<string>;
  hasKept: boolean;
  /** What its runs remember, where that is known. */
  memory: ReferenceMemory;
};

export type Model = {
  /** Stands in every value that people type here, and may be found nowhere else. */
  canary: string;
  accounts: PlantedAccount[];
  sources: ModelSource[];
  targets: ModelTarget[];
  /** Every option that a source ever gave or a person typed. */
  seen: Set<string>;
  /** What was counted before the calls were last forgotten. */
  counted: { writes: number; calls: number };
  /** What this round allows beyond one write per state, and what else it excuses. */
  excuses: Excuses;
};

export type Excuses = {
  /** Workers or servers that ended in the middle: each may have one write of each target made again. */
  interruptions: number;
  /** A stopped worker's calls count as under way while another does its work. */
  hasStoppedWorker: boolean;
  /** A token was refreshed while something else broke, after which a person may have to connect again. */
  mayLoseConnection: boolean;
};

export function newExcuses(): Excuses {
  return { interruptions: 0, hasStoppedWorker: false, mayLoseConnection: false };
}

export function newTarget(
  planted: PlantedAccount['sources'][number]['targets'][number],
  source: ModelSource,
): ModelTarget {
  return {
    ...planted,
    source,
    settings: { ...defaultSettings, maxRemovalPercent: 100 },
    isActive: true,
    fate: 'well',
    type: 'PICKLIST',
    cells: new Map(),
    states: 1,
    changedAt: 0,
    isEditedByHand: false,
    deletedByHand: new Set(),
    hasKept: false,
    memory: blankMemory,
  };
}

/** More options than Smartsheet takes are not made here. */
export const maxOptions = 500;

/** Returns what the settings make of the source, repeats included. */
export function computeValues({ source, settings }: Pick<ModelTarget, 'source' | 'settings'>): string[] {
  const { columnId, cityColumnId, sizeColumnId } = source;
  const rows: ReferenceRow[] = source.rows.map(({ value, city, size }) => ({
    [columnId]: value,
    [cityColumnId]: city,
    [sizeColumnId]: size,
  }));
  return referenceValues(rows, { column: columnId, settings });
}

/** Returns what the settings would make of the source without their filters. */
export function computeUnfiltered({ source, settings }: Pick<ModelTarget, 'source' | 'settings'>): string[] {
  return computeValues({ source, settings: { ...settings, filters: null } });
}

/** Whether people have typed a text, or the label that it is was made of such. */
export function isKnownText(model: Pick<Model, 'seen'>, text: string): boolean {
  const parts = /^\(\d+\) (?<name>.+)$|^(?<first>.+) – (?<city>.+)$/.exec(text)?.groups;
  const name = parts?.name ?? parts?.first;
  return model.seen.has(text) || (name !== undefined && isKnownText(model, name));
}

/** Returns what the cells of a target's column say. */
export function usedTexts({ cells }: ModelTarget): string[] {
  return [...cells.values()].flat();
}

/**
 * Returns the list that a dropdown at rest has to have: what a run would make of the list that is there, however it came
 * about. Where options stay that the source lacks, those that are there may; what may not be there is checked apart.
 */
export function settledList(target: ModelTarget, current: readonly string[]): string[] {
  const { settings, deletedByHand, hasKept } = target;
  const values = computeValues(target);
  const isByHand = settings.drift !== 'put_back';
  const gone = values.filter((text) => deletedByHand.has(text) && !current.includes(text));
  const memory = {
    ...blankMemory,
    kept: isByHand ? rememberAll(current, settings) : [],
    excluded: isByHand ? rememberAll(gone, settings) : [],
    heldFor: hasKept ? toValueSet(values, settings) : null,
  };
  // At rest both sides of a two-way pair have the same values.
  const asMirror = settings.mode === 'two_way' ? { ...settings, mode: 'mirror' as const } : settings;
  const state = { values, current, settings: asMirror, memory, used: usedTexts(target), maxOptions };
  return referenceRun({ ...state, now: 0 }).list;
}

/** Returns whether the source decides on every option, so that nothing else may stand beside its values. */
export function isExact({ settings: { mode, graceDays, drift }, hasKept }: ModelTarget): boolean {
  return mode !== 'add_only' && mode !== 'keep_used' && graceDays === 0 && drift === 'put_back' && !hasKept;
}
