import { makeSheet } from '@picksync/sync-engine/testing';
import { expect } from 'vitest';
import type { TestAccount, World } from './world.ts';

type Cells = (string | string[] | null)[];

type Wanted = {
  /** Names of the rows of the source, and cells of the dropdown. */
  names: (string | null)[];
  cells: Cells;
  options?: string[];
  column?: object;
  fields?: object;
};

/** Makes an automation that follows names, with cells in its destination, which was not synced yet. */
export async function makeRenamedScene(world: World, account: TestAccount, wanted: Wanted) {
  const { names, cells, options = [], column = {}, fields = {} } = wanted;
  const { sandbox } = world;
  const { token, connection } = account;
  const texts = [...new Set([...options, ...cells.flat().filter((text) => text !== null)])];
  const pick = { title: 'Pick', type: 'PICKLIST', options: texts, ...column };
  const rows = cells.map((cell, index) => [`row ${index}`, cell]);
  const target = await makeSheet(sandbox, { token, name: 'Renamed target', columns: [pick], rows });
  const made = await world.newAutomation({
    account,
    values: names,
    options,
    target,
    fields: { renames: 'follow', settingsVersion: 6, ...fields },
  });
  const { automation, source } = made;
  const sync = async () => {
    await world.mark(connection.id, { automationIds: [automation.id] });
    await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');
  };
  type Sheet = { rows: { cells: { columnId: number; objectValue?: unknown }[] }[] };
  type Objects = { values: string[] } | string | undefined;
  return {
    ...made,
    sync,
    /** Gives rows of the source other names, by their place. */
    rename: (values: Record<number, string>) =>
      world.setRows(account, { sheet: source, column: 'Name', values }),
    setCells: (values: Record<number, string>) =>
      world.setRows(account, { sheet: target, column: 'Pick', values }),
    lockRow: (index: number, locked: boolean) =>
      sandbox.call(
        'PUT',
        `/2.0/sheets/${target.id}/rows`,
        [{ id: Number(target.rows[index]), locked }],
        token,
      ),
    readOptions: () => world.readOptions(automation),
    readCells: async (): Promise<Cells> => {
      const path = `/2.0/sheets/${target.id}?level=2&include=objectValue`;
      const { rows: found } = await sandbox.call<Sheet>('GET', path, undefined, token);
      return found.map(({ cells: all }) => {
        const object = all.find(({ columnId }) => String(columnId) === automation.targetColumnId)
          ?.objectValue as Objects;
        if (object === undefined) return null;
        return typeof object === 'string' ? object : object.values;
      });
    },
    readRow: () => world.prisma.automation.findUniqueOrThrow({ where: { id: automation.id } }),
    findRuns: () =>
      world.prisma.automationRun.findMany({
        where: { automationId: automation.id },
        orderBy: { at: 'asc' },
      }),
    findIntent: () => world.prisma.renameIntent.findUnique({ where: { automationId: automation.id } }),
    countCalls: async () => (await sandbox.calls()).accounts[account.email]?.operations ?? {},
  };
}
