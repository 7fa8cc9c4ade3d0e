import type { SandboxDeps } from '../../deps.ts';
import type { State } from '../../state/state.ts';
import { assertAttributes, isObject, readText } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel, Account, Actor, Folder, Id, Place, Sheet, Workspace } from '../model.ts';
import { deleteReport, placeReport } from '../reports/reports.ts';
import { deleteSheet, parseName } from '../sheets/sheets.ts';

/** Creates a workspace, which the account owns. */
export function createWorkspace(
  deps: SandboxDeps,
  { account, body }: { account: Account; body: unknown },
): Workspace {
  const at = deps.now().getTime();
  const workspace = {
    id: deps.newId(),
    name: readName(body, 'workspace'),
    ownerId: account.id,
    shares: {},
    createdAt: at,
    modifiedAt: at,
  };
  deps.state.workspaces.set(workspace.id, workspace);
  return workspace;
}

/** Creates a folder in a workspace or in another folder. */
export function createFolder(deps: SandboxDeps, { place, body }: { place: Place; body: unknown }): Folder {
  const at = deps.now().getTime();
  const folder = {
    id: deps.newId(),
    name: readName(body, 'folder'),
    place,
    createdAt: at,
    modifiedAt: at,
  };
  deps.state.folders.set(folder.id, folder);
  return folder;
}

function readName(body: unknown, noun: string): string {
  if (!isObject(body)) throw apiError(1024);
  assertAttributes(body, { noun, accepted: ['name'] });
  return parseName(readText(body, 'name'), noun);
}

/** Puts a sheet in a workspace or folder, whose sharing it takes over, or among its owner's own sheets (null). */
export function placeSheet(
  { workspaces }: Pick<State, 'workspaces'>,
  sheet: Sheet,
  place: Place | null,
): void {
  const workspace = place && workspaces.get(place.workspaceId);
  if (!workspace) {
    delete sheet.place;
    delete sheet.inheritedShares;
    return;
  }
  sheet.place = place;
  sheet.inheritedShares = { ...workspace.shares, [workspace.ownerId]: 'ADMIN' };
}

/** Moves a sheet. Its own sharing stays, that of the workspace it lay in goes. */
export function moveSheet(deps: SandboxDeps, sheet: Sheet, place: Place | null): void {
  placeSheet(deps.state, sheet, place);
  sheet.revision += 1;
  deps.onAccessChanged(sheet.id);
  deps.changes.announce({ sheets: [sheet.id], list: true });
}

type CopyRequest = { actor: Actor; place: Place | null; name: string; include: ReadonlySet<string> };

/**
 * Copies a sheet with new ids for all of it. The actor owns the copy. Rows, attachments and sharing are copied only
 * where `include` names them.
 */
export function copySheet(
  deps: SandboxDeps,
  sheet: Sheet,
  { actor, place, name, include }: CopyRequest,
): Sheet {
  const at = deps.now().getTime();
  const newIds = new Map<Id, Id>();
  const renew = (id: Id) => newIds.get(id) ?? newIds.set(id, deps.newId()).get(id) ?? id;
  const { attachments, rows, columns, shares, inheritedShares: _, place: __, ...rest } = sheet;
  const copy: Sheet = {
    ...structuredClone(rest),
    id: deps.newId(),
    name: parseName(name),
    ownerId: actor.account.id,
    version: 1,
    revision: 1,
    createdAt: at,
    modifiedAt: at,
    source: { id: sheet.id, type: 'sheet' },
    columns: structuredClone(columns).map((column) => ({ ...column, id: renew(column.id) })),
    rows: !include.has('data')
      ? []
      : structuredClone(rows).map((row) => ({
          ...row,
          id: renew(row.id),
          ...(row.parentId === undefined ? {} : { parentId: renew(row.parentId) }),
          cells: Object.fromEntries(
            Object.entries(row.cells).map(([columnId, cell]) => [renew(Number(columnId)), cell]),
          ),
        })),
    shares: include.has('shares') ? { ...shares } : {},
    ...(include.has('attachments') && attachments
      ? { attachments: attachments.map((one) => ({ ...one, id: deps.newId() })) }
      : {}),
  };
  placeSheet(deps.state, copy, place);
  deps.state.sheets.set(copy.id, copy);
  deps.changes.announce({ sheets: [copy.id], list: true });
  return copy;
}

/** Shares a workspace and with it all its sheets, or removes the access (null). */
export function shareWorkspace(
  deps: SandboxDeps,
  {
    workspace,
    accountId,
    access,
  }: { workspace: Workspace; accountId: Id; access: Exclude<AccessLevel, 'OWNER'> | null },
): void {
  if (access === null) delete workspace.shares[accountId];
  else if (accountId !== workspace.ownerId) workspace.shares[accountId] = access;
  for (const sheet of deps.state.sheets.values()) {
    if (sheet.place?.workspaceId === workspace.id) moveSheet(deps, sheet, sheet.place);
  }
  for (const report of deps.state.reports.values()) {
    if (report.place?.workspaceId === workspace.id) placeReport(deps, report, report.place);
  }
}

/** Returns whether something lies in a folder or workspace, or in a folder of it. */
function lieWithin({ folders }: Pick<State, 'folders'>, { workspaceId, folderId }: Place) {
  const isWithin = ({ place }: { place?: Place }): boolean => {
    if (place?.workspaceId !== workspaceId) return false;
    if (folderId === undefined || place.folderId === folderId) return true;
    const parent = place.folderId === undefined ? undefined : folders.get(place.folderId);
    return parent !== undefined && isWithin(parent);
  };
  return isWithin;
}

/** Moves a folder with everything in it, which takes over the sharing of the workspace. Throws 1018 for a place within the folder. */
export function moveFolder(deps: SandboxDeps, folder: Folder, place: Place): void {
  const { state } = deps;
  const isWithin = lieWithin(state, { ...folder.place, folderId: folder.id });
  if (place.folderId === folder.id || isWithin({ place }))
    throw apiError(1018, String(place.folderId), 'destinationId');
  const toMoved = (one: Place): Place => ({ ...one, workspaceId: place.workspaceId });
  const sheets = [...state.sheets.values()].filter(isWithin);
  const reports = [...state.reports.values()].filter(isWithin);
  for (const inner of [...state.folders.values()].filter(isWithin)) inner.place = toMoved(inner.place);
  folder.place = place;
  for (const sheet of sheets) if (sheet.place) moveSheet(deps, sheet, toMoved(sheet.place));
  for (const report of reports) if (report.place) placeReport(deps, report, toMoved(report.place));
  deps.changes.announce({ list: true });
}

/** Deletes a folder or a workspace with everything in it. */
export function deletePlace(deps: SandboxDeps, place: Place): void {
  const { state } = deps;
  const { workspaceId, folderId } = place;
  const isWithin = lieWithin(state, place);
  for (const sheet of [...state.sheets.values()].filter(isWithin)) deleteSheet(deps, sheet);
  for (const report of [...state.reports.values()].filter(isWithin)) deleteReport(deps, report);
  for (const { id } of [...state.folders.values()].filter(isWithin)) state.folders.delete(id);
  if (folderId === undefined) state.workspaces.delete(workspaceId);
  else state.folders.delete(folderId);
}
