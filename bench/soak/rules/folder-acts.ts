import { type FolderName, liesIn, type PlaceSheet, type RuleScene } from './rule-model.ts';

/** Returns where a folder is, as the sandbox takes it; null among the own sheets of the owner. */
export function toPlace({ place }: RuleScene, folder: FolderName | 'elsewhere') {
  if (folder === 'elsewhere') return null;
  const workspaceId = Number(liesIn(place, folder, 'top') ? place.workspaceId : place.elsewhereId);
  return folder === 'top' ? { workspaceId } : { workspaceId, folderId: Number(place.folders[folder]) };
}

/** The owner of a workspace gives the person a right to it and to all its sheets, or takes it away (null). */
export async function shareWorkspace(
  { stage, model }: RuleScene,
  { workspaceId, access }: { workspaceId: string; access: 'ADMIN' | 'VIEWER' | null },
): Promise<void> {
  const account = model.accounts[0]?.email;
  await stage.sandbox.call('PUT', '/api/shares', { workspaceId: Number(workspaceId), account, access });
}

/** Shares a sheet with the person where its workspace does not do that: the higher one of both rights counts. */
export async function shareSheet(
  { stage, place, model }: RuleScene,
  { id: sheetId, lies, access: wanted }: PlaceSheet,
): Promise<void> {
  const account = model.accounts[0]?.email;
  const access = lies === 'elsewhere' || place.shared === 'VIEWER' ? wanted : null;
  await stage.sandbox.call('PUT', '/api/shares', { sheetId, account, access });
}

/** The person may only look at one of the sheets from now on, or may change it again. */
export async function changeRight(scene: RuleScene): Promise<void> {
  const { place, random } = scene;
  if (place.shared !== 'VIEWER' || place.sheets.length === 0) return;
  const barred = place.sheets.filter(({ access }) => access === 'VIEWER');
  const sheet = barred.length > 0 && random.chance(0.6) ? random.pick(barred) : random.pick(place.sheets);
  sheet.access = sheet.access === 'ADMIN' ? 'VIEWER' : 'ADMIN';
  await shareSheet(scene, sheet);
}

/** A folder is moved into another one, or into another workspace, with all that lies in it. */
export async function moveFolder(scene: RuleScene): Promise<void> {
  const { stage, place, random } = scene;
  const moved = random.pick(['inner', 'innermost'] as const);
  const parents = (['top', 'inner', 'innermost', 'elsewhere'] as const).filter(
    (one) => one !== place.parents[moved] && (one === 'elsewhere' || !liesIn(place, one, moved)),
  );
  const to = random.pick(parents);
  const into = to === 'elsewhere' ? { workspaceId: Number(place.elsewhereId) } : toPlace(scene, to);
  await stage.sandbox.call('PUT', `/api/console/folders/${place.folders[moved]}/place`, { place: into });
  place.parents[moved] = to;
}

/** Somebody deletes a folder with all that lies in it, and makes an empty one of its name. */
export async function deleteFolder(scene: RuleScene): Promise<void> {
  const { stage, place, random, ownerToken } = scene;
  const gone = random.pick(['inner', 'innermost'] as const);
  const within = (['inner', 'innermost'] as const).filter((name) => liesIn(place, name, gone));
  const left = place.sheets.filter(({ lies }) => !liesIn(place, lies, gone));
  if (left.length < 2) return;
  await stage.sandbox.call('DELETE', '/api/console/places', toPlace(scene, gone) ?? {});
  place.sheets = left;
  type Made = { result: { id: number } };
  const create = async (name: (typeof within)[number], parent: FolderName) => {
    const { workspaceId } = place;
    const path = parent === 'top' ? `/workspaces/${workspaceId}` : `/folders/${place.folders[parent]}`;
    const { result } = await stage.sandbox.call<Made>('POST', `/2.0${path}/folders`, { name }, ownerToken);
    place.folders[name] = String(result.id);
    place.parents[name] = parent;
  };
  if (within.includes('inner')) await create('inner', 'top');
  if (within.includes('innermost')) await create('innermost', 'inner');
}
