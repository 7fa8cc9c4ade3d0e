import { Readable } from 'node:stream';
import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';
import type { Caller } from '../http/caller.ts';
import { serve } from '../http/serve.ts';
import { listActivity } from './activity/activity.ts';
import { listLines, readLine } from './activity/activity-lines.ts';
import { exportActivity } from './activity/export-activity.ts';
import { automationRoutes } from './automations/automations.routes.ts';
import { bulkActionRoutes } from './bulk-actions/bulk-actions.routes.ts';
import { connectionRoutes } from './connection/connection.routes.ts';
import { copyRoutes } from './copies/copies.routes.ts';
import { destinationRoutes } from './destinations/destinations.routes.ts';
import { healthCheckRoutes } from './health-checks/health-checks.routes.ts';
import { likelyPairRoutes } from './likely-pairs/likely-pairs.routes.ts';
import { outgoingWebhookRoutes } from './outgoing-webhooks/outgoing-webhooks.routes.ts';
import { previewRoutes } from './previews/previews.routes.ts';
import { ruleRoutes } from './rules/rules.routes.ts';
import { savedViewRoutes } from './saved-views/saved-views.routes.ts';
import { sheetRoutes } from './sheets/sheets.routes.ts';
import { readStats } from './stats/stats.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** Adds the routes of the dashboard: its figures, and what has happened. */
function dashboardRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.stats.read)(({ caller }) => readStats(context, caller.user));
}

function activityRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { list, lines, line, file } = endpoints.activity;
  const toReader = ({ user }: Pick<Caller, 'user'>) => ({ ...user, tier: user.subscriptionTier });
  route(list)(({ caller, query }) => listActivity(context, toReader(caller), query));
  route(lines)(({ caller, query }) => listLines(context, toReader(caller), query));
  route(line)(({ caller, params, query }) =>
    readLine(context, toReader(caller), { lineId: params.id, ...query }),
  );
  route(file)(async ({ caller, query, reply }) => {
    const { fileName, lines: written } = exportActivity(context, toReader(caller), query);
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Readable.from(written));
  });
}

/** Smartsheet and the automations: what the product is for. */
export const syncRoutes = [
  connectionRoutes,
  sheetRoutes,
  automationRoutes,
  previewRoutes,
  copyRoutes,
  savedViewRoutes,
  ruleRoutes,
  healthCheckRoutes,
  destinationRoutes,
  likelyPairRoutes,
  bulkActionRoutes,
  webhookRoutes,
  outgoingWebhookRoutes,
  dashboardRoutes,
  activityRoutes,
];
