import { randomUUID } from 'node:crypto';
import { type AutomationSettings, getSettingsVersion } from '@picksync/contracts';
import { type PlantedAccount, plantAccounts, plantedValues } from '../stage/accounts.ts';
import type { Stage } from '../stage/stage.ts';
import {
  type Model,
  type ModelRow,
  type ModelSource,
  type ModelTarget,
  newExcuses,
  newTarget,
} from './model.ts';

type Planted = PlantedAccount['sources'][number];

/** Plants two accounts with two sources of two targets each, all in step; the sheets of one belong to a colleague. */
export async function plantModel(stage: Stage): Promise<Model> {
  const size = { accounts: 1, sources: 2, targets: 2 };
  const accounts = [
    ...(await plantAccounts(stage, size)),
    ...(await plantAccounts(stage, { ...size, areShared: true })),
  ];
  const canary = `Canary${randomUUID().replaceAll('-', '')}`;
  const ids = accounts.map(({ connectionId }) => connectionId);
  const where = { connectionId: { in: ids } };
  await stage.prisma.automation.updateMany({ where, data: { maxRemovalPercent: 100 } });
  const sources: ModelSource[] = [];
  const targets: Model['targets'] = [];
  for (const account of accounts) {
    for (const planted of account.sources) {
      const source = await plantSource(stage, { account, planted, canary });
      sources.push(source);
      for (const one of planted.targets) {
        const target = newTarget(one, source);
        target.cells = await plantCells(stage, one);
        targets.push(target);
        if (targets.length % 3 === 0) await makeMultiSelect(stage, target);
      }
    }
  }
  const seen = new Set<string>(plantedValues);
  const counted = { writes: 0, calls: 0 };
  return { canary, accounts, sources, targets, seen, counted, excuses: newExcuses() };
}

/**
 * Plants one account with one source of so many targets, all in step, and a model of the source. `areShared`: the sheets belong to a
 * colleague, who can take a right away.
 */
export async function plantOne(stage: Stage, wanted: { targets: number; areShared?: boolean }) {
  const [account] = await plantAccounts(stage, { ...wanted, accounts: 1, sources: 1 });
  const [planted] = account?.sources ?? [];
  if (!account || !planted) throw new Error('Nothing was planted');
  const canary = `Canary${randomUUID().replaceAll('-', '')}`;
  const source = await plantSource(stage, { account, planted, canary });
  const model: Model = {
    ...{ canary, accounts: [account], sources: [source], targets: [], seen: new Set() },
    ...{ counted: { writes: 0, calls: 0 }, excuses: newExcuses() },
  };
  return { account, planted, source, model };
}

/** Gives an automation that has been planted other settings; those that name columns stay as they are. */
export async function changeSettings(
  { prisma }: Stage,
  { automationId, settings }: { automationId: string; settings: AutomationSettings },
): Promise<void> {
  const { filters: _, labelTemplate: __, addressColumn: ___, ...row } = settings;
  const data = { ...row, settingsVersion: getSettingsVersion(settings) };
  await prisma.automation.update({ where: { id: automationId }, data });
}

/** Gives a source two more columns, by which rows are filtered and labels are made. */
export async function plantSource(
  { sandbox }: Stage,
  { account, planted, canary }: { account: PlantedAccount; planted: Planted; canary: string },
): Promise<ModelSource> {
  const { sheetId, columnId, rowIds } = planted;
  const path = `/api/console/sheets/${sheetId}`;
  const addColumn = async (title: string) => {
    const column = { title, type: 'TEXT_NUMBER' };
    return (await sandbox.call<{ id: string }>('POST', `${path}/columns`, column)).id;
  };
  const [cityColumnId, sizeColumnId] = [await addColumn('City'), await addColumn('Size')];
  const rows: ModelRow[] = [];
  for (const [index, id] of rowIds.entries()) {
    const row = { id, value: plantedValues[index] ?? '', city: `${canary} Oslo`, size: 3 * index };
    await sandbox.call('PUT', `${path}/cells`, { rowId: id, columnId: cityColumnId, value: row.city });
    await sandbox.call('PUT', `${path}/cells`, { rowId: id, columnId: sizeColumnId, value: row.size });
    rows.push(row);
  }
  const state = { states: 1, editedAt: 0, isBarred: false, mayLoseRows: false };
  return { account, sheetId, columnId, cityColumnId, sizeColumnId, rows, ...state };
}

/** Makes a target a multi-select column, in which one row has chosen two options. */
async function makeMultiSelect({ sandbox }: Stage, target: ModelTarget): Promise<void> {
  const { sheetId, columnId } = target;
  const path = `/api/console/sheets/${sheetId}`;
  await sandbox.call('PATCH', `${path}/columns/${columnId}`, { type: 'MULTI_PICKLIST' });
  target.type = 'MULTI_PICKLIST';
  const [rowId = ''] = target.cells.keys();
  const value = plantedValues.slice(0, 2);
  target.cells.set(rowId, value);
  await sandbox.call('PUT', `${path}/cells`, { rowId, columnId, value });
}

/** Gives a target two rows, of which one uses an option. */
async function plantCells(
  { sandbox }: Stage,
  { sheetId, columnId }: Planted['targets'][number],
): Promise<Map<string, string[]>> {
  const path = `/api/console/sheets/${sheetId}`;
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1)
    ids.push((await sandbox.call<{ id: string }>('POST', `${path}/rows`)).id);
  const [first = '', second = ''] = ids;
  await sandbox.call('PUT', `${path}/cells`, { rowId: first, columnId, value: plantedValues[0] });
  return new Map([
    [first, [plantedValues[0] ?? '']],
    [second, []],
  ]);
}
