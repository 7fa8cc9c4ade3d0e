import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { findAccount } from '../smartsheet/access.ts';
import { apiError } from '../smartsheet/errors.ts';
import { columnTypes } from '../smartsheet/model.ts';
import { type Report, reportOperators } from '../smartsheet/reports/report.model.ts';
import { changeReport, createReport, deleteReport, shareReport } from '../smartsheet/reports/reports.ts';
import { toReportView } from './report.view.ts';
import { id, shareBody } from './sheet.routes.ts';

const column = z.strictObject({
  title: z.string().min(1),
  type: z.enum(columnTypes),
  primary: z.boolean().optional(),
  sheetNameColumn: z.boolean().optional(),
});
const condition = z.strictObject({
  column: column.omit({ title: true }).extend({ title: z.string().optional() }),
  operator: z.enum(reportOperators),
  value: z.string(),
});
const written = z.strictObject({
  name: z.string(),
  sheetIds: z.array(id),
  workspaceIds: z.array(id),
  columns: z.array(column).min(1),
  condition: condition.nullable(),
});
const added = written.extend({ owner: z.string() });
const reportParams = z.object({ id });
const reading = z.object({ as: z.string().optional() });

const reportUrl = '/api/console/reports/:id';

/** Reads, makes, changes, shares and deletes reports for the page, as their owner. */
export function reportRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const { state } = deps;
  app.get(reportUrl, async ({ params, query }) => {
    const report = findReport(deps, params);
    const { as } = reading.parse(query);
    const reader = as === undefined ? state.accounts.get(report.ownerId) : findAccount(state, as);
    if (!reader) throw apiError(1006);
    return toReportView(report, state, reader);
  });

  app.post('/api/console/reports', async ({ body }, reply) => {
    const { owner, name, columns, ...rest } = added.parse(body);
    const account = findAccount(state, owner);
    const scope = toAssets(rest);
    const filters = toFilters(rest.condition);
    const definition = filters ? { reportDefinition: { filters } } : {};
    const report = createReport(deps, {
      account,
      place: null,
      body: { name: name.trim(), columns, scope, ...definition },
    });
    return reply.code(201).send({ id: String(report.id) });
  });

  app.put(reportUrl, async ({ params, body }, reply) => {
    const report = findReport(deps, params);
    const { name, columns, sheetIds, workspaceIds, condition } = written.parse(body);
    const known = new Map(report.columns.map((one) => [one.title, one]));
    changeReport(deps, report, {
      name: name.trim(),
      scope: { sheetIds, workspaceIds },
      // A column that stays is the same one to those who read it.
      columns: columns.map((one) => ({
        ...known.get(one.title),
        ...toColumn(one),
        virtualId: known.get(one.title)?.virtualId ?? deps.newId(),
        width: 150,
        hidden: false,
      })),
      filters: toFilters(condition),
    });
    return reply.code(204).send();
  });

  app.put(`${reportUrl}/shares`, async ({ params, body }, reply) => {
    const { email, access } = shareBody.parse(body);
    const accountId = findAccount(state, email).id;
    shareReport(deps, { report: findReport(deps, params), accountId, access });
    return reply.code(204).send();
  });

  app.delete(reportUrl, async ({ params }, reply) => {
    deleteReport(deps, findReport(deps, params));
    return reply.code(204).send();
  });
}

function findReport({ state }: SandboxDeps, params: unknown): Report {
  const report = state.reports.get(reportParams.parse(params).id);
  if (!report) throw apiError(1006);
  return report;
}

function toAssets({ sheetIds, workspaceIds }: Pick<z.output<typeof written>, 'sheetIds' | 'workspaceIds'>) {
  return [
    ...sheetIds.map((assetId) => ({ assetType: 'sheet', assetId })),
    ...workspaceIds.map((assetId) => ({ assetType: 'workspace', assetId })),
  ];
}

function toColumn({ title, type, primary, sheetNameColumn }: z.output<typeof column>) {
  return { title, type, ...(primary && { primary }), ...(sheetNameColumn && { sheetNameColumn }) };
}

/** Returns the filters of the one condition that the page can set; null for none. */
function toFilters(wanted: z.output<typeof condition> | null): Report['filters'] | null {
  if (!wanted) return null;
  const { title, type, primary, sheetNameColumn } = wanted.column;
  const shown = {
    type,
    ...(title !== undefined && { title }),
    ...(primary && { primary }),
    ...(sheetNameColumn && { sheetNameColumn }),
  };
  const criterion = { column: shown, operator: wanted.operator, values: [wanted.value] };
  return { operator: 'AND', criteria: [criterion] };
}
