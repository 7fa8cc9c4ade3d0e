import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../base/context.ts';
import { serve } from '../http/serve.ts';
import { listActivity } from './activity/activity.ts';
import { automationRoutes } from './automations/automations.routes.ts';
import { connectionRoutes } from './connection/connection.routes.ts';
import { destinationRoutes } from './destinations/destinations.routes.ts';
import { healthCheckRoutes } from './health-checks/health-checks.routes.ts';
import { outgoingWebhookRoutes } from './outgoing-webhooks/outgoing-webhooks.routes.ts';
import { previewRoutes } from './previews/previews.routes.ts';
import { readStats } from './stats/stats.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** Adds the routes of the dashboard: its figures, and what has happened. */
function dashboardRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.stats.read)(({ caller }) => readStats(context, caller.user));
  route(endpoints.activity.list)(({ caller: { user }, query }) =>
    listActivity(context, { ...user, tier: user.subscriptionTier }, query),
  );
}

/** Smartsheet and the automations: what the product is for. */
export const syncRoutes = [
  connectionRoutes,
  automationRoutes,
  previewRoutes,
  healthCheckRoutes,
  destinationRoutes,
  webhookRoutes,
  outgoingWebhookRoutes,
  dashboardRoutes,
];
