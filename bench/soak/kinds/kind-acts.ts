import { blankMemory } from '@picksync/sync-engine/testing';
import { editCell, patchColumn, readOptions } from '../../stage/sandbox-view.ts';
import { maxOptions } from '../model.ts';
import { withoutMemory } from '../settings.ts';
import type { KindScene, KindSheet, KindTarget } from './kind-model.ts';
import { sourceColumn } from './kind-model.ts';
import { makeKindReport } from './kind-report.ts';
import { applyKindSettings, drawKindSettings } from './kind-settings.ts';
import {
  addPersonRow,
  drawRow,
  newPerson,
  newText,
  typePerson,
  type Written,
  writeRow,
} from './person-rows.ts';

type KindAct = { weight: number; name: string; act: (scene: KindScene) => Promise<void> };

/** What people do to sheets of people, and to the report that reads them. */
export const kindActs: KindAct[] = [
  { weight: 12, name: 'a person changes', act: (scene) => changeRow(scene, ['person']) },
  { weight: 8, name: 'several people change', act: (scene) => changeRow(scene, ['people']) },
  { weight: 8, name: 'a name or an address changes', act: changeNameOrAddress },
  { weight: 6, name: 'a choice changes', act: (scene) => changeRow(scene, ['pick', 'city']) },
  { weight: 6, name: 'a person gets another name', act: renamePerson },
  { weight: 8, name: 'a row is added', act: (scene) => addPersonRow(scene, scene.random.pick(scene.sheets)) },
  { weight: 8, name: 'a row is deleted', act: deletePersonRow },
  { weight: 3, name: 'a sheet is emptied', act: emptySheet },
  { weight: 2, name: 'there are more people than a list takes, or no more', act: pasteMany },
  { weight: 8, name: 'a sheet leaves or joins the report', act: toggleSheet },
  { weight: 4, name: 'a sheet of the report is unshared or shared', act: toggleShare },
  { weight: 3, name: 'the report comes to read what it fills', act: toggleOwnSheet },
  { weight: 2, name: 'the report is unshared or shared', act: toggleReport },
  { weight: 1, name: 'the report is deleted, and another one chosen', act: replaceReport },
  { weight: 10, name: 'a list is edited by hand', act: editListByHand },
  { weight: 4, name: 'a column is locked or unlocked', act: toggleLock },
  { weight: 6, name: 'a cell chooses', act: useOption },
  { weight: 8, name: 'settings change', act: changeKindSettings },
];

async function changeRow(scene: KindScene, fields: Written[]): Promise<void> {
  const sheet = scene.random.pick(scene.sheets);
  if (sheet.rows.length === 0) return addPersonRow(scene, sheet);
  const drawn = drawRow(scene);
  const change = Object.fromEntries(fields.map((field) => [field, drawn[field]]));
  await writeRow(scene, sheet, scene.random.pick(sheet.rows), change);
}

function changeNameOrAddress(scene: KindScene): Promise<void> {
  return changeRow(scene, [scene.random.pick(['name', 'address'] as const)]);
}

/** What keeps a report from being followed at all is over soon, or little else would be tried. */
export async function calmDown(scene: KindScene): Promise<void> {
  const { random, isReportShared, ownSheet } = scene;
  if (!isReportShared && random.chance(0.6)) await toggleReport(scene);
  if (ownSheet.isInReport && random.chance(0.5)) await toggleOwnSheet(scene);
}

/** Everywhere in a sheet an address gets another name. */
async function renamePerson(scene: KindScene): Promise<void> {
  const sheet = scene.random.pick(scene.sheets);
  const email = sheet.rows.find(({ person }) => person?.email)?.person?.email?.toLowerCase();
  const name = newText(scene);
  for (const row of sheet.rows)
    if (row.person?.email && row.person.email.toLowerCase() === email)
      await writeRow(scene, sheet, row, { person: { name, email: row.person.email } });
}

/** Somebody pastes more people into a cell than a list takes, or clears the cell again. */
async function pasteMany(scene: KindScene): Promise<void> {
  const sheet = scene.sheets[0] as KindSheet;
  const long = sheet.rows.find(({ people }) => people.length > maxOptions);
  const row = long ?? scene.random.pick(sheet.rows.length > 0 ? sheet.rows : [null]);
  if (row === null) return;
  const many = Array.from({ length: maxOptions + 1 }, (_, number) => ({
    name: null,
    email: `many${number}@${scene.model.canary}.example`,
  }));
  await writeRow(scene, sheet, row, { people: long ? [] : many });
}

async function deletePersonRow({ stage, sheets, random }: KindScene): Promise<void> {
  const sheet = random.pick(sheets);
  const [gone] = sheet.rows.splice(random.below(sheet.rows.length || 1), 1);
  if (gone) await stage.sandbox.call('DELETE', `/api/console/sheets/${sheet.id}/rows`, { rowIds: [gone.id] });
}

async function emptySheet({ stage, sheets, random }: KindScene): Promise<void> {
  const sheet = random.pick(sheets);
  const rowIds = sheet.rows.splice(0).map(({ id }) => id);
  if (rowIds.length > 0)
    await stage.sandbox.call('DELETE', `/api/console/sheets/${sheet.id}/rows`, { rowIds });
}

/** Writes into the report which sheets it reads. */
async function writeScope({ stage, report, sheets, ownSheet, colleague }: KindScene): Promise<void> {
  const sheetIds = sheets.filter(({ isInReport }) => isInReport).map(({ id }) => id);
  const own = ownSheet.isInReport ? [ownSheet.target.sheetId] : [];
  const path = `/2.0/reports/${report.id}/scope`;
  const toAssets = (ids: string[]) => ids.map((id) => ({ assetType: 'sheet', assetId: Number(id) }));
  const all = [...sheets.map(({ id }) => id), ownSheet.target.sheetId];
  await stage.sandbox.call('DELETE', path, toAssets(all), colleague.token);
  await stage.sandbox.call('POST', path, toAssets([...sheetIds, ...own]), colleague.token);
}

async function toggleSheet(scene: KindScene): Promise<void> {
  const sheet = scene.random.pick(scene.sheets);
  const inReport = scene.sheets.filter(({ isInReport }) => isInReport);
  if (sheet.isInReport && inReport.length === 1) return;
  sheet.isInReport = !sheet.isInReport;
  await writeScope(scene);
}

async function toggleOwnSheet(scene: KindScene): Promise<void> {
  scene.ownSheet.isInReport = !scene.ownSheet.isInReport;
  await writeScope(scene);
}

/** The first sheet is a source by itself, and stays. */
async function toggleShare({ stage, sheets, random, account }: KindScene): Promise<void> {
  const sheet = random.pick(sheets.slice(1));
  sheet.isShared = !sheet.isShared;
  const access = sheet.isShared ? 'ADMIN' : null;
  await stage.sandbox.call('PUT', '/api/shares', { sheetId: sheet.id, account: account.email, access });
}

async function toggleReport(scene: KindScene): Promise<void> {
  const { stage, report, account } = scene;
  scene.isReportShared = !scene.isReportShared;
  const access = scene.isReportShared ? 'VIEWER' : null;
  const path = `/api/console/reports/${report.id}/shares`;
  await stage.sandbox.call('PUT', path, { email: account.email, access });
}

async function replaceReport(scene: KindScene): Promise<void> {
  const { stage, report, sheets, colleague, account } = scene;
  await stage.sandbox.call('DELETE', `/api/console/reports/${report.id}`);
  const made = { owner: colleague.email, sheets, reader: account.email };
  Object.assign(scene, { report: await makeKindReport(stage, made), isReportShared: true });
  await writeScope(scene);
  for (const target of scene.targets.filter(({ from }) => from === 'report')) {
    const source = { sourceSheetId: scene.report.id, sourceColumnId: sourceColumn(scene, target) };
    const more = { ...source, ...withoutMemory, sourceSheetCount: null };
    await applyKindSettings(scene, target, drawKindSettings(scene, target), more);
    target.memory = blankMemory;
  }
}

async function changeKindSettings(scene: KindScene): Promise<void> {
  const target = scene.random.pick(scene.targets);
  await applyKindSettings(scene, target, drawKindSettings(scene, target));
}

/** Somebody adds to a list, deletes from it, and renames contacts there. */
async function editListByHand(scene: KindScene): Promise<void> {
  const { stage, random, targets } = scene;
  const target = random.pick(targets.filter(({ isLocked }) => !isLocked));
  const there = await readOptions(stage.sandbox, target);
  const left = there.filter(() => random.chance(0.8));
  const isRenamed = target.isOfContacts && random.chance(0.4);
  const again = left.map((text, index) => (isRenamed && index === 0 ? rename(scene, text) : text));
  const added = random.chance(0.6) ? [newOption(scene, target)] : [];
  const key = (text: string) => (target.isOfContacts ? toAddress(text) : text);
  const keys = again.map(key);
  const list = [...again, ...added.filter((text) => !keys.includes(key(text)))];
  if (list.length > 0) await patchList(scene, target, random.chance(0.3) ? list.toReversed() : list);
}

function toAddress(text: string): string {
  return (/<(.*)>$/.exec(text)?.[1] ?? text).toLowerCase();
}

function rename(scene: KindScene, text: string): string {
  return `${newText(scene)} <${/<(.*)>$/.exec(text)?.[1] ?? text}>`;
}

function newOption(scene: KindScene, { isOfContacts }: KindTarget): string {
  return isOfContacts ? typePerson(newPerson(scene, { hasAddress: true })) : newText(scene);
}

async function patchList({ stage }: KindScene, target: KindTarget, list: string[]): Promise<void> {
  await patchColumn(stage.sandbox, target, target.isOfContacts ? { contacts: list } : { options: list });
}

async function toggleLock({ stage, random, targets }: KindScene): Promise<void> {
  const target = random.pick(targets);
  if (!target.isLocked && targets.filter(({ isLocked }) => isLocked).length > 1) return;
  target.isLocked = !target.isLocked;
  await patchColumn(stage.sandbox, target, { locked: target.isLocked });
}

/** A row chooses what is on the list, or somebody of an address under another name. */
async function useOption(scene: KindScene): Promise<void> {
  const { stage, random, targets } = scene;
  const target = random.pick(targets.filter(({ isLocked }) => !isLocked));
  const list = await readOptions(stage.sandbox, target);
  if (list.length === 0) return;
  const chosen = random.pick(list);
  const value = target.isOfContacts && random.chance(0.3) ? rename(scene, chosen) : chosen;
  const rowId = random.pick([...target.cells.keys()]);
  const { sheetId, columnId } = target;
  await editCell(stage.sandbox, { sheetId, columnId, rowId, value });
  target.cells.set(rowId, [value]);
}
