import type { SandboxDeps } from '../../deps.ts';
import { getAccess, getWorkspaceAccess } from '../access.ts';
import { assertAttributes, isObject, readFlag, readText } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel, Account, Id, Place } from '../model.ts';
import { parseName } from '../sheets/sheets.ts';
import {
  parseReportColumns,
  parseReportFilters,
  parseReportScope,
  type ReportAsset,
} from './report.input.ts';
import type { Report } from './report.model.ts';

const accepted = ['name', 'columns', 'scope', 'reportDefinition', 'isSummaryReport', 'destination'];

/** Creates a report, which the account owns. Throws 1006 for a sheet or workspace that it has no access to. */
export function createReport(
  deps: SandboxDeps,
  { account, place, body }: { account: Account; place: Place | null; body: unknown },
): Report {
  if (!isObject(body)) throw apiError(1024);
  assertAttributes(body, { noun: 'report', accepted });
  const at = deps.now().getTime();
  const filters = parseReportFilters(body.reportDefinition);
  const columns = parseReportColumns(body);
  const scope = toScope(deps, { account, assets: parseReportScope(body) });
  const report: Report = {
    id: deps.newId(),
    name: parseName(readText(body, 'name'), 'report'),
    ownerId: account.id,
    createdAt: at,
    modifiedAt: at,
    shares: {},
    columns: columns.map((column) => ({ virtualId: deps.newId(), ...column })),
    scope,
    ...(filters ? { filters } : {}),
    ...(readFlag(body, 'isSummaryReport') ? { isSummaryReport: true } : {}),
  };
  placeReport(deps, report, place);
  deps.state.reports.set(report.id, report);
  deps.changes.announce({ list: true });
  return report;
}

/** Puts a report in a workspace or folder, whose sharing it takes over, or among its owner's own things (null). */
export function placeReport({ state }: SandboxDeps, report: Report, place: Place | null): void {
  const workspace = place && state.workspaces.get(place.workspaceId);
  delete report.place;
  delete report.inheritedShares;
  if (!workspace) return;
  report.place = place;
  report.inheritedShares = { ...workspace.shares, [workspace.ownerId]: 'ADMIN' };
}

function toScope(
  { state }: SandboxDeps,
  { account, assets }: { account: Account; assets: ReportAsset[] },
): Report['scope'] {
  for (const { assetType, assetId } of assets) {
    const sheet = assetType === 'sheet' ? state.sheets.get(assetId) : undefined;
    const workspace = assetType === 'workspace' ? state.workspaces.get(assetId) : undefined;
    const hasAccess =
      (sheet && getAccess(sheet, account.id) !== null) ||
      (workspace && getWorkspaceAccess(workspace, account.id) !== null);
    if (!hasAccess) throw apiError(1006);
  }
  const idsOf = (type: ReportAsset['assetType']) => [
    ...new Set(assets.filter(({ assetType }) => assetType === type).map(({ assetId }) => assetId)),
  ];
  return { sheetIds: idsOf('sheet'), workspaceIds: idsOf('workspace') };
}

/** Adds sheets and workspaces to what a report reads. */
export function addToScope(
  deps: SandboxDeps,
  { report, account, assets }: { report: Report; account: Account; assets: ReportAsset[] },
): void {
  const { sheetIds, workspaceIds } = toScope(deps, { account, assets });
  changeReport(deps, report, {
    scope: {
      sheetIds: [...new Set([...report.scope.sheetIds, ...sheetIds])],
      workspaceIds: [...new Set([...report.scope.workspaceIds, ...workspaceIds])],
    },
  });
}

/** Takes sheets and workspaces out of what a report reads. */
export function removeFromScope(
  deps: SandboxDeps,
  { report, assets }: { report: Report; assets: ReportAsset[] },
): void {
  const isGone = (type: ReportAsset['assetType'], id: Id) =>
    assets.some(({ assetType, assetId }) => assetType === type && assetId === id);
  changeReport(deps, report, {
    scope: {
      sheetIds: report.scope.sheetIds.filter((id) => !isGone('sheet', id)),
      workspaceIds: report.scope.workspaceIds.filter((id) => !isGone('workspace', id)),
    },
  });
}

/** Changes a report. `filters` null takes them away. */
export function changeReport(
  deps: SandboxDeps,
  report: Report,
  {
    filters,
    ...change
  }: Partial<Pick<Report, 'name' | 'columns' | 'scope'>> & {
    filters?: Report['filters'] | null | undefined;
  },
): void {
  Object.assign(report, change, { modifiedAt: deps.now().getTime() });
  if (filters === null) delete report.filters;
  else if (filters) report.filters = filters;
  deps.changes.announce({ list: true });
}

/** Shares a report with an account, or removes the access (null). The owner's access cannot change. */
export function shareReport(
  deps: SandboxDeps,
  {
    report,
    accountId,
    access,
  }: { report: Report; accountId: Id; access: Exclude<AccessLevel, 'OWNER'> | null },
): void {
  if (access === null) delete report.shares[accountId];
  else if (accountId !== report.ownerId) report.shares[accountId] = access;
  deps.changes.announce({ list: true });
}

export function deleteReport(deps: SandboxDeps, report: Report): void {
  deps.state.reports.delete(report.id);
  deps.changes.announce({ list: true });
}
