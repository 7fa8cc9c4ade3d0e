import { readOptions } from '../../stage/sandbox-view.ts';
import { changeRight, deleteFolder, moveFolder, shareSheet, toPlace } from './folder-acts.ts';
import {
  type FolderName,
  findColumn,
  isList,
  type PlaceColumn,
  type PlaceSheet,
  type RuleScene,
} from './rule-model.ts';

export type PlaceAct = { weight: number; name: string; act: (scene: RuleScene) => Promise<void> };

/** The title that rules look for, one that only looks the same, and others. */
export const titles = ['Caf\u00e9', 'CAF\u00c9', 'CAFE\u0301', 'Phase', 'Customer'];

/** What people do with the sheets of a place. */
export const placeActs: PlaceAct[] = [
  { weight: 6, name: 'a sheet is made', act: makeSheetIn },
  { weight: 4, name: 'a sheet is copied', act: copySheet },
  { weight: 6, name: 'a sheet is moved', act: moveSheet },
  { weight: 2, name: 'a sheet is deleted', act: deleteSheet },
  { weight: 2, name: 'a folder is deleted', act: deleteFolder },
  { weight: 4, name: 'a folder is moved', act: moveFolder },
  { weight: 5, name: 'the right to a sheet is taken away or given back', act: changeRight },
  { weight: 2, name: 'a sheet is renamed', act: renameSheet },
  { weight: 6, name: 'a column gets another title', act: retitle },
  { weight: 4, name: 'a sheet gets another dropdown', act: addColumn },
  { weight: 2, name: 'a column is deleted', act: deleteColumn },
  { weight: 3, name: 'a column gets another type', act: retype },
  { weight: 3, name: 'a column is locked', act: lock },
];

const folderNames: FolderName[] = ['top', 'inner', 'innermost'];
const mostSheets = 12;

function someSheet({ place, random }: RuleScene): PlaceSheet | undefined {
  return place.sheets.length === 0 ? undefined : random.pick(place.sheets);
}

function someColumn(scene: RuleScene): { sheet: PlaceSheet; column: PlaceColumn } | undefined {
  const sheet = someSheet(scene);
  // The first column is the primary one, and a locked one can only be unlocked.
  const free = sheet?.columns.slice(1).filter(({ locked }) => !locked) ?? [];
  const column = free.length === 0 ? undefined : scene.random.pick(free);
  return sheet && column && { sheet, column };
}

export async function makeSheetIn(scene: RuleScene): Promise<void> {
  const { stage, place, random, ownerToken } = scene;
  if (place.sheets.length >= mostSheets) return;
  const lies = random.pick(folderNames);
  place.made += 1;
  const name = `Project ${place.made}`;
  const typed = random.chance(0.85) ? 'PICKLIST' : 'TEXT_NUMBER';
  const columns = [
    { title: 'Name', type: 'TEXT_NUMBER', primary: true },
    {
      title: random.chance(0.7) ? titles[0] : random.pick(titles),
      type: typed,
      ...(typed === 'PICKLIST' && { options: ['left over'] }),
    },
  ];
  const path = lies === 'top' ? `/workspaces/${place.workspaceId}` : `/folders/${place.folders[lies]}`;
  type Made = { result: { id: number; columns: { id: number; title: string; type: string }[] } };
  const { result } = await stage.sandbox.call<Made>(
    'POST',
    `/2.0${path}/sheets`,
    { name, columns },
    ownerToken,
  );
  const found = result.columns.map(({ id, title, type }) => ({ id: String(id), title, type, locked: false }));
  await addSheet(scene, { id: String(result.id), name, lies, columns: found });
}

async function copySheet(scene: RuleScene): Promise<void> {
  const { stage, place, random } = scene;
  const sheet = someSheet(scene);
  if (!sheet || place.sheets.length >= mostSheets) return;
  const lies = random.pick(folderNames);
  place.made += 1;
  const name = `Copy ${place.made}`;
  const { id } = await stage.sandbox.call<{ id: string }>('POST', `/api/console/sheets/${sheet.id}/copies`, {
    name,
    place: toPlace(scene, lies),
  });
  type View = { columns: { id: string; title: string; type: string }[] };
  const { columns } = await stage.sandbox.call<View>('GET', `/api/console/sheets/${id}`);
  const found = columns.map((column, index) => ({
    ...{ id: column.id, title: column.title, type: column.type },
    locked: sheet.columns[index]?.locked ?? false,
  }));
  await addSheet(scene, { id, name, lies, columns: found });
}

async function addSheet(scene: RuleScene, made: Omit<PlaceSheet, 'madeAt' | 'access'>): Promise<void> {
  const sheet = { ...made, madeAt: await readMadeAt(scene, made.id), access: 'ADMIN' as const };
  scene.place.sheets.push(sheet);
  await shareSheet(scene, sheet);
  await learnLists(scene, sheet.columns);
}

async function readMadeAt({ stage, ownerToken }: RuleScene, id: string): Promise<string> {
  const path = `/2.0/sheets/${id}?page=1&pageSize=1`;
  return (await stage.sandbox.call<{ createdAt: string }>('GET', path, undefined, ownerToken)).createdAt;
}

async function moveSheet(scene: RuleScene): Promise<void> {
  const sheet = someSheet(scene);
  if (!sheet) return;
  const lies = scene.random.pick<FolderName | 'elsewhere'>([...folderNames, 'elsewhere', 'elsewhere']);
  const path = `/api/console/sheets/${sheet.id}/place`;
  await scene.stage.sandbox.call('PUT', path, { place: toPlace(scene, lies) });
  sheet.lies = lies;
  await shareSheet(scene, sheet);
}

async function deleteSheet(scene: RuleScene): Promise<void> {
  const sheet = someSheet(scene);
  if (!sheet || scene.place.sheets.length < 4) return;
  await scene.stage.sandbox.call('DELETE', `/api/console/sheets/${sheet.id}`);
  scene.place.sheets = scene.place.sheets.filter((one) => one !== sheet);
}

async function renameSheet(scene: RuleScene): Promise<void> {
  const sheet = someSheet(scene);
  if (!sheet) return;
  sheet.name = `${sheet.name.split(' renamed')[0]} renamed ${scene.random.below(100)}`;
  await scene.stage.sandbox.call('PATCH', `/api/console/sheets/${sheet.id}`, { name: sheet.name });
}

/** Smartsheet takes no title twice, whatever its capital letters. */
function freeTitle({ random }: RuleScene, { columns }: PlaceSheet): string | undefined {
  const used = new Set(columns.map(({ title }) => title.toLowerCase()));
  const free = titles.filter((title) => !used.has(title.toLowerCase()));
  return free.length === 0 ? undefined : random.pick(free);
}

async function changeColumn(
  { stage }: RuleScene,
  { sheet, column }: { sheet: PlaceSheet; column: PlaceColumn },
  change: object,
): Promise<void> {
  await stage.sandbox.call('PATCH', `/api/console/sheets/${sheet.id}/columns/${column.id}`, change);
}

async function retitle(scene: RuleScene): Promise<void> {
  const found = someColumn(scene);
  const title = found && freeTitle(scene, found.sheet);
  if (!title) return;
  await changeColumn(scene, found, { title });
  found.column.title = title;
}

async function addColumn(scene: RuleScene): Promise<void> {
  const sheet = someSheet(scene);
  const title = sheet && sheet.columns.length < 5 ? freeTitle(scene, sheet) : undefined;
  if (!sheet || !title) return;
  const path = `/api/console/sheets/${sheet.id}/columns`;
  const type = scene.random.chance(0.8) ? 'PICKLIST' : 'MULTI_PICKLIST';
  const { id } = await scene.stage.sandbox.call<{ id: string }>('POST', path, { title, type });
  const column = { id, title, type, locked: false };
  sheet.columns.push(column);
  await learnLists(scene, [column]);
}

async function deleteColumn(scene: RuleScene): Promise<void> {
  const found = someColumn(scene);
  if (!found || found.sheet.columns.length < 3) return;
  const { sheet, column } = found;
  await scene.stage.sandbox.call('DELETE', `/api/console/sheets/${sheet.id}/columns/${column.id}`);
  sheet.columns = sheet.columns.filter((one) => one !== column);
}

async function retype(scene: RuleScene): Promise<void> {
  const found = someColumn(scene);
  if (!found) return;
  const type = isList(found.column) ? 'TEXT_NUMBER' : 'PICKLIST';
  await changeColumn(scene, found, { type, ...(type === 'PICKLIST' && { options: ['typed anew'] }) });
  found.column.type = type;
  await learnLists(scene, [found.column]);
}

async function lock(scene: RuleScene): Promise<void> {
  const found = someColumn(scene);
  if (!found) return;
  await changeColumn(scene, found, { locked: true });
  found.column.locked = true;
}

/** Nobody leaves a column locked for days: an automation that fails for so long is paused. */
export async function unlockAll(scene: RuleScene): Promise<void> {
  for (const sheet of scene.place.sheets)
    for (const column of sheet.columns.filter(({ locked }) => locked)) {
      await changeColumn(scene, { sheet, column }, { locked: false });
      column.locked = false;
    }
}

/** Writes down what people have left in dropdowns. */
async function learnLists(scene: RuleScene, columns: readonly PlaceColumn[]): Promise<void> {
  for (const { id } of columns) {
    const sheet = scene.place.sheets.find((one) => one.columns.some((column) => column.id === id));
    const column = findColumn(scene.place, id);
    if (!sheet || !column) continue;
    const options = await readOptions(scene.stage.sandbox, { sheetId: sheet.id, columnId: id });
    scene.place.lists.set(id, isList(column) ? options : []);
  }
}
