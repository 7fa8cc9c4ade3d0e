import type { SandboxDeps } from '../../deps.ts';
import { getAccess, hasAccess, isNotYetVisible } from '../access.ts';
import { success } from '../api/envelope.ts';
import { type AddOperation, type ApiCall, getCaller } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { isObject } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel } from '../model.ts';
import { getPage } from '../sheets/paging.ts';
import { readDestination } from '../workspaces/read-destination.ts';
import { parseReportFilters, parseReportScope } from './report.input.ts';
import type { Report } from './report.model.ts';
import {
  listReports,
  parseReportLevel,
  reportColumnView,
  reportReference,
  reportView,
} from './report.view.ts';
import { addToScope, changeReport, createReport, deleteReport, removeFromScope } from './reports.ts';

export function reportsRoutes(addOperation: AddOperation, deps: SandboxDeps): void {
  const reader = (call: ApiCall) => ({ account: getCaller(call).account, query: call.query, deps });

  addOperation('reports.list', (call) => {
    const byName = [...deps.state.reports.values()].sort((a, b) => a.name.localeCompare(b.name));
    return listReports(reader(call), byName);
  });

  addOperation('reports.get', (call) =>
    reportView(findReport(deps, call, 'VIEWER'), reader(call), call.contentFaults),
  );

  addOperation('reports.create', (call) => {
    if (!isObject(call.body)) throw apiError(1024);
    if (!isObject(call.body.destination)) throw apiError(1012, 'report.destination');
    const { place } = readDestination(deps, { ...call, body: call.body.destination });
    if (!place) throw apiError(1357);
    const report = createReport(deps, { account: getCaller(call).account, place, body: call.body });
    const columns = report.columns.map((column, index) => reportColumnView(column, { index, level: 2 }));
    return success({ result: { ...reportReference(report, reader(call)), columns } });
  });

  addOperation('reports.delete', (call) => {
    deleteReport(deps, findReport(deps, call, 'OWNER'));
    return success({});
  });

  addOperation('reports.columns', (call) => {
    const { columns } = findReport(deps, call, 'VIEWER');
    const level = parseReportLevel(call.query);
    return { data: columns.map((column, index) => reportColumnView(column, { index, level })) };
  });

  addOperation('reports.definition', (call) => {
    const { filters } = findReport(deps, call, 'VIEWER');
    return { filters, groupingCriteria: [], summarizingCriteria: [], sortingCriteria: [] };
  });

  addOperation('reports.define', (call) => {
    const report = findReport(deps, call, 'ADMIN');
    if (!isObject(call.body)) throw apiError(1024);
    changeReport(deps, report, { filters: parseReportFilters(call.body) });
    return success({});
  });

  addOperation('reports.scope', (call) => {
    const { scope } = findReport(deps, call, 'VIEWER');
    const assets = [
      ...scope.sheetIds.map((assetId) => ({ assetType: 'sheet', assetId })),
      ...scope.workspaceIds.map((assetId) => ({ assetType: 'workspace', assetId })),
    ];
    return { data: getPage(assets, call.query).data };
  });

  addOperation('reports.addScope', (call) => {
    const report = findReport(deps, call, 'ADMIN');
    const assets = parseReportScope({ scope: call.body });
    addToScope(deps, { report, account: getCaller(call).account, assets });
    return success({});
  });

  addOperation('reports.removeScope', (call) => {
    const report = findReport(deps, call, 'ADMIN');
    removeFromScope(deps, { report, assets: parseReportScope({ scope: call.body }) });
    return success({});
  });
}

/** Returns the report of the path. Throws 1006 when the caller has no access to it, and 1004 when it has less than `level`. */
function findReport(deps: SandboxDeps, call: ApiCall, level: AccessLevel): Report {
  const { account } = getCaller(call);
  const report = deps.state.reports.get(pathId(call.params, 'reportId'));
  if (!report || getAccess(report, account.id) === null || isNotYetVisible(report, deps))
    throw apiError(1006);
  if (!hasAccess(report, account.id, level)) throw apiError(1004);
  return report;
}
