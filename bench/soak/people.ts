import type { AutomationSettings } from '@picksync/contracts';
import { editCell, patchColumn, readOptions } from '../stage/sandbox-view.ts';
import type { Stage } from '../stage/stage.ts';
import { markAccount } from '../stage/work.ts';
import type { Model, ModelSource, ModelTarget } from './model.ts';
import type { Random } from './random.ts';
import { retryForAMinute } from './retry-for-a-minute.ts';
import { applySettings, drawSettings, savedSettings } from './settings.ts';

export type Act = { weight: number; name: string; act: (scene: SoakScene) => Promise<void> };

export type SoakScene = { stage: Stage; model: Model; random: Random };

/** What people do: edit sheets, change settings, ask for a sync. */
export const peopleActs: Act[] = [
  { weight: 14, name: 'a cell changes', act: changeCell },
  { weight: 8, name: 'a row is added', act: addRow },
  { weight: 6, name: 'a row is deleted', act: deleteRow },
  { weight: 4, name: 'a cell is cleared', act: clearCell },
  { weight: 5, name: 'a cell beside it changes', act: changeBeside },
  { weight: 3, name: 'a row of a target uses an option', act: useOption },
  { weight: 3, name: 'many cells are pasted', act: pasteCells },
  { weight: 3, name: 'options are edited by hand', act: editOptions },
  { weight: 2, name: 'a target column is renamed', act: renameColumn },
  { weight: 2, name: 'a target column becomes multi-select', act: makeMulti },
  { weight: 1, name: 'a target column is locked', act: lockColumn },
  { weight: 2, name: 'a permission is taken away', act: bar },
  { weight: 1, name: 'permissions are given back', act: (scene) => admit(scene) },
  { weight: 1, name: 'a target sheet is deleted', act: deleteSheet },
  { weight: 5, name: 'settings change', act: changeSettings },
  { weight: 2, name: 'an automation is paused or resumed', act: toggle },
  { weight: 4, name: 'somebody asks for a sync', act: askForSync },
  { weight: 3, name: 'everything is swept', act: sweep },
];

const words = ['Amber', 'Birch', 'Coral', 'Dune', 'Ember', 'Fjord', 'Grove', 'Haze'];

export function newValue({ model, random }: SoakScene): string {
  const one = () =>
    `${model.canary} ${random.pick(words)}${random.chance(0.3) ? '  ' : ' '}${random.below(30)}`;
  const value = random.chance(0.15) ? `${one()}; ${one()}` : `${one()}${random.chance(0.2) ? ' ' : ''}`;
  for (const text of [value, ...value.split(';')]) model.seen.add(text.trim().replaceAll(/\s+/g, ' '));
  return value;
}

/** Writes down that a source has another state, before it has: a run may be quicker than the answer. */
function isAboutToChange(source: ModelSource): void {
  source.states += 1;
  source.editedAt = performance.now();
}

async function setCell(scene: SoakScene, source: ModelSource, index: number, value: string): Promise<void> {
  const row = source.rows[index];
  if (!row) return;
  isAboutToChange(source);
  const { sheetId, columnId } = source;
  await editCell(scene.stage.sandbox, { sheetId, columnId, rowId: row.id, value });
  row.value = value;
  source.editedAt = performance.now();
}

export async function changeCell(scene: SoakScene): Promise<void> {
  const source = scene.random.pick(scene.model.sources);
  await setCell(scene, source, scene.random.below(source.rows.length), newValue(scene));
}

/** The first row always says something: an emptied source waits for a person. */
export async function clearCell(
  scene: SoakScene,
  place?: { source: ModelSource; index: number },
): Promise<void> {
  const source = place?.source ?? scene.random.pick(scene.model.sources);
  const index = place?.index ?? 1 + scene.random.below(Math.max(1, source.rows.length - 1));
  await setCell(scene, source, index, '');
}

export async function pasteCells(scene: SoakScene): Promise<void> {
  const source = scene.random.pick(scene.model.sources);
  for (let index = 0; index < source.rows.length; index += 1)
    await setCell(scene, source, index, newValue(scene));
}

/** Changes the city or the size of a row. */
export async function changeBeside({ stage, model, random }: SoakScene): Promise<void> {
  const source = random.pick(model.sources);
  if (source.rows.length === 0) return;
  const row = random.pick(source.rows);
  const isCity = random.chance(0.5);
  isAboutToChange(source);
  if (isCity) row.city = random.pick([`${model.canary} Oslo`, `${model.canary} Rome`, '']);
  else row.size = random.pick([1, 5, 6, 40, null]);
  const { sheetId } = source;
  const columnId = isCity ? source.cityColumnId : source.sizeColumnId;
  const value = isCity ? row.city : row.size;
  await editCell(stage.sandbox, { sheetId, columnId, rowId: row.id, value });
  source.editedAt = performance.now();
}

/** Lets a row of a target say one of its options. */
export async function useOption(scene: SoakScene): Promise<void> {
  const target = someTarget(scene);
  const { sandbox } = scene.stage;
  if (!target) return;
  const rowId = scene.random.pick([...target.cells.keys()]);
  const options = await readOptions(sandbox, target);
  if (options.length === 0) return;
  const { sheetId, columnId } = target;
  const count = target.type === 'MULTI_PICKLIST' ? 1 + scene.random.below(3) : 1;
  const texts = [...new Set(Array.from({ length: count }, () => scene.random.pick(options)))];
  const value = target.type === 'MULTI_PICKLIST' ? texts : (texts[0] ?? '');
  target.changedAt = performance.now();
  target.cells.set(rowId, texts);
  // Which options are in use may have been another list a moment ago.
  target.states += 1;
  await editCell(sandbox, { sheetId, columnId, rowId, value });
  target.changedAt = performance.now();
}

/** Takes the access to a source or a target of the account whose sheets belong to a colleague. */
async function bar({ stage, model, random }: SoakScene): Promise<void> {
  const account = model.accounts.at(-1);
  const access = random.pick([null, 'VIEWER']);
  const place = random.chance(0.3)
    ? random.pick(model.sources.filter((source) => source.account === account))
    : random.pick(model.targets.filter(({ source }) => source.account === account));
  if ('fate' in place) {
    if (place.fate !== 'well') return;
    place.fate = 'barred';
    place.changedAt = performance.now();
  } else place.isBarred = true;
  await stage.sandbox.call('PUT', '/api/shares', { sheetId: place.sheetId, account: account?.email, access });
}

/** Gives every access back. */
export async function admit({ stage, model }: Pick<SoakScene, 'stage' | 'model'>): Promise<void> {
  const admitTo = ({ sheetId }: ModelSource | ModelTarget, { email: account }: { email: string }) =>
    stage.sandbox.call('PUT', '/api/shares', { sheetId, account, access: 'ADMIN' });
  for (const source of model.sources.filter((one) => one.isBarred)) {
    await admitTo(source, source.account);
    source.isBarred = false;
  }
  for (const target of model.targets.filter(({ fate }) => fate === 'barred')) {
    target.changedAt = performance.now();
    await admitTo(target, target.source.account);
    target.fate = 'well';
  }
}

export async function addRow(scene: SoakScene, to?: ModelSource): Promise<void> {
  const source = to ?? scene.random.pick(scene.model.sources);
  if (source.rows.length >= 40) return;
  const path = `/api/console/sheets/${source.sheetId}/rows`;
  const { id } = await scene.stage.sandbox.call<{ id: string }>('POST', path);
  source.rows.push({ id, value: '', city: '', size: null });
  await setCell(scene, source, source.rows.length - 1, newValue(scene));
}

export async function deleteRow({ stage, model, random }: SoakScene): Promise<void> {
  const source = random.pick(model.sources);
  const row = source.rows[1 + random.below(Math.max(1, source.rows.length - 1))];
  if (!row) return;
  isAboutToChange(source);
  await stage.sandbox.call('DELETE', `/api/console/sheets/${source.sheetId}/rows`, { rowIds: [row.id] });
  source.rows.splice(source.rows.indexOf(row), 1);
  source.editedAt = performance.now();
}

/** A target that can be changed in Smartsheet; the account's own edits never fail. */
function someTarget({ model, random }: SoakScene): ModelTarget | undefined {
  const well = model.targets.filter(({ fate }) => fate === 'well');
  return well.length === 0 ? undefined : random.pick(well);
}

export async function changeColumn({ stage }: SoakScene, target: ModelTarget, change: object): Promise<void> {
  target.states += 1;
  target.changedAt = performance.now();
  await patchColumn(stage.sandbox, target, change);
  target.changedAt = performance.now();
}

/** Once a round: when somebody keeps rewriting a list, the automation pauses itself. */
async function editOptions(scene: SoakScene): Promise<void> {
  const target = someTarget(scene);
  if (!target || target.isEditedByHand) return;
  target.isEditedByHand = true;
  const own = `${scene.model.canary} by hand`;
  scene.model.seen.add(own);
  const there = await readOptions(scene.stage.sandbox, target);
  const left = there.filter(() => scene.random.chance(0.7));
  for (const text of there) if (!left.includes(text)) target.deletedByHand.add(text);
  await changeColumn(scene, target, { options: [own, ...left.filter((text) => text !== own)] });
}

async function renameColumn(scene: SoakScene): Promise<void> {
  const target = someTarget(scene);
  if (target) await changeColumn(scene, target, { title: `Pick ${scene.random.below(1000)}` });
}

async function makeMulti(scene: SoakScene): Promise<void> {
  const target = someTarget(scene);
  if (!target || target.type === 'MULTI_PICKLIST') return;
  target.type = null;
  await changeColumn(scene, target, { type: 'MULTI_PICKLIST' });
}

async function lockColumn(scene: SoakScene): Promise<void> {
  const target = someTarget(scene);
  if (!target) return;
  target.fate = 'locked';
  await changeColumn(scene, target, { locked: true });
}

async function deleteSheet(scene: SoakScene): Promise<void> {
  const target = someTarget(scene);
  // Something has to be left to look at.
  if (!target || scene.model.targets.filter(({ fate }) => fate === 'gone').length > 1) return;
  target.fate = 'gone';
  await scene.stage.sandbox.call('DELETE', `/api/console/sheets/${target.sheetId}`);
}

async function changeSettings(scene: SoakScene): Promise<void> {
  const target = someTarget(scene);
  if (target) await saveSettings(scene, target, drawSettings(scene.random, target.source));
}

/** Saves settings as the API does. */
export async function saveSettings(
  scene: SoakScene,
  target: ModelTarget,
  settings: AutomationSettings,
  /** What else changes, in the same edit: a run that begins between two would remember what the second forgets. */
  more: object = {},
): Promise<void> {
  target.states += 1;
  target.changedAt = performance.now();
  for (const pinned of [...settings.pinnedFirst, ...settings.pinnedLast]) scene.model.seen.add(pinned);
  const data = savedSettings(target, settings);
  applySettings(target, settings);
  target.hasKept = false;
  if (settings.drift === 'put_back') target.deletedByHand.clear();
  await editAutomation(scene, target, { ...data, ...more });
}

async function toggle(scene: SoakScene): Promise<void> {
  const target = someTarget(scene);
  if (!target) return;
  target.isActive = !target.isActive;
  target.changedAt = performance.now();
  const { isActive } = target;
  await editAutomation(scene, target, { isActive, pausedBy: isActive ? null : 'user' });
}

/** Saves an automation and has it looked at, as the API does. */
export async function editAutomation({ stage }: SoakScene, target: ModelTarget, data: object): Promise<void> {
  const { automationId, source } = target;
  await retryForAMinute(() => stage.prisma.automation.update({ where: { id: automationId }, data }));
  const { connectionId } = source.account;
  await retryForAMinute(() => markAccount(stage, { connectionId, automationIds: [automationId] }));
}

async function askForSync({ stage, model, random }: SoakScene): Promise<void> {
  const { automationId, source } = random.pick(model.targets);
  const { connectionId } = source.account;
  await retryForAMinute(() => markAccount(stage, { connectionId, automationIds: [automationId] }));
}

async function sweep({ stage, model }: SoakScene): Promise<void> {
  const ids = model.accounts.map(({ connectionId }) => connectionId);
  const data = { nextSweepAt: new Date(0) };
  await retryForAMinute(() =>
    stage.prisma.smartsheetConnection.updateMany({ where: { id: { in: ids } }, data }),
  );
  await retryForAMinute(() => stage.queue.send(stage.prisma, 'sweep', {}));
}
