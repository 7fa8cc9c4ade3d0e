import type { SandboxDeps } from '../../deps.ts';
import { browserUrl } from '../../urls.ts';
import { getWorkspaceAccess, hasWorkspaceAccess } from '../access.ts';
import { success } from '../api/envelope.ts';
import { type AddOperation, type ApiCall, getCaller } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel, Folder, Place, Sheet, Workspace } from '../model.ts';
import type { Report } from '../reports/report.model.ts';
import { reportReference } from '../reports/report.view.ts';
import { findSheet } from '../sheets/find-sheet.ts';
import { pageByToken } from '../sheets/paging.ts';
import { permalink } from '../sheets/permalink.ts';
import { accessLevelFor } from '../sheets/read-request.ts';
import { createdSheetView } from '../sheets/sheet.view.ts';
import { createSheet } from '../sheets/sheets.ts';
import { timeFormat } from '../sheets/time-format.ts';
import { readDestination, toPlace } from './read-destination.ts';
import { copySheet, createFolder, createWorkspace, deletePlace, moveSheet } from './workspaces.ts';

export function workspacesRoutes(addOperation: AddOperation, deps: SandboxDeps): void {
  const { state } = deps;
  addOperation('workspaces.list', (call) => {
    const { account } = getCaller(call);
    const visible = [...state.workspaces.values()]
      .filter((workspace) => getWorkspaceAccess(workspace, account.id) !== null)
      .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
    const page = pageByToken(visible, call.query);
    return { ...page, data: page.data.map((workspace) => workspaceView(deps, { workspace, call })) };
  });

  addOperation('workspaces.create', (call) => {
    const workspace = createWorkspace(deps, { account: getCaller(call).account, body: call.body });
    return success({ result: workspaceView(deps, { workspace, call }) });
  });

  for (const kind of ['workspaces', 'folders'] as const) {
    const findPlace = (call: ApiCall, level: AccessLevel) => findContainer(deps, { call, kind, level });

    addOperation(`${kind}.metadata`, (call) => {
      const { container } = findPlace(call, 'VIEWER');
      return { ...containerView(deps, { kind, container }), ...times(container, call) };
    });

    addOperation(`${kind}.children`, (call) => listChildren(deps, findPlace(call, 'VIEWER').place, call));

    addOperation(`${kind}.createFolder`, (call) => {
      const folder = createFolder(deps, { place: findPlace(call, 'ADMIN').place, body: call.body });
      return success({ result: containerView(deps, { kind: 'folders', container: folder }) });
    });

    addOperation(`${kind}.createSheet`, (call) => {
      const { place } = findPlace(call, 'EDITOR');
      const sheet = createSheet(deps, { actor: { account: getCaller(call).account }, body: call.body });
      moveSheet(deps, sheet, place);
      return success({ result: createdSheetView(sheet, deps) });
    });

    addOperation(`${kind}.delete`, (call) => {
      const { place } = findPlace(call, kind === 'workspaces' ? 'OWNER' : 'ADMIN');
      deletePlace(deps, place);
      return success({});
    });
  }

  addOperation('sheets.move', (call) => {
    const { sheet } = findSheet(deps, call, 'ADMIN');
    moveSheet(deps, sheet, readDestination(deps, call).place);
    return success({ result: sheetReference(deps, { sheet, call }) });
  });

  addOperation('sheets.copy', (call) => {
    const { sheet, actor } = findSheet(deps, call, 'VIEWER');
    const { place, newName } = readDestination(deps, call);
    if (newName === undefined) throw apiError(1012, 'newName');
    const include = call.query.list('include');
    const copy = copySheet(deps, sheet, { actor, place, name: newName, include });
    return success({ result: sheetReference(deps, { sheet: copy, call }) });
  });
}

type Kind = 'workspaces' | 'folders';
type Container = Workspace | Folder;

/** Returns the workspace or folder of the path. Throws 1006 without access to its workspace, 1004 below `level`. */
function findContainer(
  deps: SandboxDeps,
  { call, kind, level }: { call: ApiCall; kind: Kind; level: AccessLevel },
): { container: Container; place: Place } {
  const { state } = deps;
  const { account } = getCaller(call);
  const id = pathId(call.params, kind === 'workspaces' ? 'workspaceId' : 'folderId');
  const place = toPlace(deps, { kind, id });
  const workspace = place && state.workspaces.get(place.workspaceId);
  const container = kind === 'workspaces' ? workspace : state.folders.get(id);
  if (!place || !workspace || !container) throw apiError(1006);
  if (getWorkspaceAccess(workspace, account.id) === null) throw apiError(1006);
  if (!hasWorkspaceAccess(workspace, account.id, level)) throw apiError(1004);
  return { container, place };
}

const childTypes = ['sheets', 'reports', 'sights', 'folders', 'templates'];

/** Returns one page of what lies in a place itself: its folders, its sheets, its reports. */
function listChildren(deps: SandboxDeps, place: Place, call: ApiCall) {
  const { query } = call;
  const asked = query.list('childrenResourceTypes');
  const unknown = [...asked].find((type) => !childTypes.includes(type));
  // Templates are templates of sheets.
  const isIncomplete = asked.has('templates') && !asked.has('sheets');
  if (unknown !== undefined || isIncomplete) {
    throw apiError(1018, unknown ?? 'templates', 'childrenResourceTypes');
  }
  const isAsked = (type: string) => asked.size === 0 || asked.has(type);
  const isHere = (child: { place?: Place }) =>
    child.place?.workspaceId === place.workspaceId && child.place.folderId === place.folderId;
  const children = [
    ...(isAsked('folders') ? [...deps.state.folders.values()].filter(isHere) : []),
    ...(isAsked('sheets') ? [...deps.state.sheets.values()].filter(isHere) : []),
    ...(isAsked('reports') ? [...deps.state.reports.values()].filter(isHere) : []),
  ];
  const page = pageByToken(children, query);
  return {
    ...page,
    data: page.data.map((child) => childView(deps, child, call)),
  };
}

function childView(deps: SandboxDeps, child: Folder | Sheet | Report, call: ApiCall) {
  const { account } = getCaller(call);
  const { query } = call;
  if ('scope' in child) {
    const { isSummaryReport: _, ...reference } = reportReference(child, { account, query, deps });
    return { resourceType: 'report', ...reference, ...times(child, call) };
  }
  if ('columns' in child) {
    const source = query.list('include').has('source') ? child.source : undefined;
    return {
      resourceType: 'sheet',
      ...sheetReference(deps, { sheet: child, call }),
      ...times(child, call),
      source,
    };
  }
  return {
    resourceType: 'folder',
    ...containerView(deps, { kind: 'folders', container: child }),
    ...times(child, call),
  };
}

function times({ createdAt, modifiedAt }: Pick<Folder, 'createdAt' | 'modifiedAt'>, { query }: ApiCall) {
  const formatTime = timeFormat(query.flag('numericDates'));
  return { createdAt: formatTime(createdAt), modifiedAt: formatTime(modifiedAt) };
}

/** The console has no page for them: the address is one as Smartsheet's, and leads to the list of sheets. */
function containerView({ config }: SandboxDeps, { kind, container }: { kind: Kind; container: Container }) {
  const { id, name } = container;
  return { id, name, permalink: `${browserUrl(config)}/#/${kind}/${id}` };
}

function workspaceView(deps: SandboxDeps, { workspace, call }: { workspace: Workspace; call: ApiCall }) {
  return {
    ...containerView(deps, { kind: 'workspaces', container: workspace }),
    accessLevel: getWorkspaceAccess(workspace, getCaller(call).account.id),
  };
}

function sheetReference(deps: SandboxDeps, { sheet, call }: { sheet: Sheet; call: ApiCall }) {
  const { account } = getCaller(call);
  return {
    id: sheet.id,
    name: sheet.name,
    accessLevel: accessLevelFor(sheet, { account, query: call.query }),
    permalink: permalink(sheet, deps.config),
  };
}
