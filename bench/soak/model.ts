import { type AutomationSettings, defaultSettings } from '@picksync/contracts';
import type { PlantedAccount } from '../stage/accounts.ts';

/** A source sheet as the model knows it, kept beside the product and without any of its code. */
export type ModelSource = {
  account: PlantedAccount;
  sheetId: string;
  columnId: string;
  rows: { id: string; value: string }[];
  /** How many different states it has had since the calls were counted. */
  states: number;
  /** When it was edited last, in `performance.now()`. */
  editedAt: number;
};

export type ModelTarget = {
  source: ModelSource;
  automationId: string;
  sheetId: string;
  columnId: string;
  settings: AutomationSettings;
  isActive: boolean;
  /** `locked` columns wait until they are unlocked, of `gone` ones nothing is expected any more. */
  fate: 'well' | 'locked' | 'gone';
  /** States of its own: other settings, and options edited by hand. */
  states: number;
  /** When something other than its source changed it. */
  changedAt: number;
  isEditedByHand: boolean;
};

export type Model = {
  /** Stands in every value that people type here, and may be found nowhere else. */
  canary: string;
  accounts: PlantedAccount[];
  sources: ModelSource[];
  targets: ModelTarget[];
  /** Every option that a source ever gave or a person typed. */
  seen: Set<string>;
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

export function newModel(input: { canary: string; accounts: PlantedAccount[]; values: string[] }): Model {
  const { canary, accounts, values } = input;
  const sources: ModelSource[] = [];
  const targets: ModelTarget[] = [];
  for (const account of accounts) {
    for (const { sheetId, columnId, rowIds, targets: planted } of account.sources) {
      const rows = rowIds.map((id, index) => ({ id, value: values[index] ?? '' }));
      const source = { account, sheetId, columnId, rows, states: 1, editedAt: 0 };
      sources.push(source);
      targets.push(...planted.map((target) => newTarget(target, source)));
    }
  }
  return {
    canary,
    accounts,
    sources,
    targets,
    seen: new Set(values),
    excuses: { interruptions: 0, hasStoppedWorker: false, mayLoseConnection: false },
  };
}

function newTarget(
  planted: PlantedAccount['sources'][number]['targets'][number],
  source: ModelSource,
): ModelTarget {
  return {
    ...planted,
    source,
    settings: { ...defaultSettings, maxRemovalPercent: 100 },
    isActive: true,
    fate: 'well',
    states: 1,
    changedAt: 0,
    isEditedByHand: false,
  };
}

const collator = new Intl.Collator('en', { numeric: true });

/** Returns the options that the source and the settings ask for, in their order. */
export function wantedOptions({ source, settings }: Pick<ModelTarget, 'source' | 'settings'>): string[] {
  const { splitValues, order, pinnedFirst, pinnedLast } = settings;
  const texts = source.rows
    .flatMap(({ value }) => (splitValues === null ? [value] : value.split(splitValues)))
    .map((text) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((text) => text !== '');
  const distinct = [...new Set(texts)];
  if (order !== 'source') distinct.sort((a, b) => collator.compare(a, b));
  if (order === 'descending') distinct.reverse();
  const pinned = new Set([...pinnedFirst, ...pinnedLast]);
  return [...pinnedFirst, ...distinct.filter((text) => !pinned.has(text)), ...pinnedLast];
}

/** Whether the dropdown is to be exactly that list; otherwise what it had may stay beside it. */
export function isExact({ mode, graceDays }: AutomationSettings): boolean {
  return mode !== 'add_only' && graceDays === 0;
}
