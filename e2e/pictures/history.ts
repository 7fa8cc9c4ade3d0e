import { type APIRequestContext, expect } from '@playwright/test';
import { editCell, sheet, tellSandbox } from '../sandbox.ts';
import { type Scene, scenes } from './office.ts';

type Automation = { id: string; name: string; lastRun: { at: string } | null };

async function listAutomations(request: APIRequestContext): Promise<Automation[]> {
  return (await request.get('/api/configurations')).json();
}

/** Returns when the automations last ran, by name. */
async function lastRuns(request: APIRequestContext): Promise<Map<string, string>> {
  const automations = await listAutomations(request);
  return new Map(automations.map(({ name, lastRun }) => [name, lastRun?.at ?? '']));
}

/** Does something in the sheets and waits until these automations have run after it. */
export async function andRun(
  request: APIRequestContext,
  names: readonly string[],
  happens: () => Promise<void>,
): Promise<void> {
  const before = await lastRuns(request);
  await happens();
  await expect
    .poll(async () => {
      const now = await lastRuns(request);
      return names.filter((name) => now.get(name) === before.get(name));
    }, 'automations that have not run yet')
    .toEqual([]);
}

async function getId(name: string, title: string) {
  const { id, columns } = await sheet(name);
  return { id, columnId: columns.find((column) => column.title === title)?.id };
}

async function lock({ target }: Scene, locked: boolean): Promise<void> {
  const { id, columnId } = await getId(target.sheet, target.column);
  await tellSandbox('PATCH', `/api/console/sheets/${id}/columns/${columnId}`, { locked });
}

function changesBefore(life: string, round: number) {
  return [...life.slice(0, round)].filter((c) => c === 'c').length;
}

/** Edits the first column of the destination, which does not concern the dropdown: there is nothing to sync. */
async function editElsewhere({ target: { sheet: name } }: Scene, round: number): Promise<void> {
  const column = (await sheet(name)).columns[0]?.title ?? '';
  await editCell({ sheet: name, column, row: round + 1, value: `${column} ${round + 1}` });
}

async function live(scene: Scene, round: number): Promise<void> {
  const { life, source, firstRow, values } = scene;
  const now = life[round];
  if ((now === 'x') !== (life[round - 1] === 'x')) await lock(scene, now === 'x');
  if (now === 'c') {
    const change = changesBefore(life, round);
    const value = values[change % values.length] ?? '';
    await editCell({ ...source, row: firstRow + change, value });
  } else {
    await editElsewhere(scene, round);
  }
}

/** Makes the history of every automation, round by round. */
export async function makeHistory(request: APIRequestContext): Promise<void> {
  const rounds = Math.max(...scenes.map(({ life }) => life.length));
  for (let round = 0; round < rounds; round += 1) {
    const alive = scenes.filter(({ life }) => (life[round] ?? '-') !== '-');
    await andRun(
      request,
      alive.map(({ name }) => name),
      async () => {
        for (const scene of alive) await live(scene, round);
      },
    );
  }
}

/** Deletes rows of a sheet, as after a wrong filter. Rows are counted from 1. */
export async function deleteRows(name: string, from: number, count: number): Promise<void> {
  const { id } = await sheet(name);
  const path = `/api/console/sheets/${id}/rows`;
  const rows = await tellSandbox<{ id: string }[]>('GET', `${path}?from=${from - 1}&count=${count}`);
  await tellSandbox('DELETE', path, { rowIds: rows.map((row) => row.id) });
}
