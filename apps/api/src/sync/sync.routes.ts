import { activityRoutes } from './activity/activity.routes.ts';
import { automationRoutes } from './automations/automations.routes.ts';
import { connectionRoutes } from './connection/connection.routes.ts';
import { destinationRoutes } from './destinations/destinations.routes.ts';
import { healthCheckRoutes } from './health-checks/health-checks.routes.ts';
import { outgoingWebhookRoutes } from './outgoing-webhooks/outgoing-webhooks.routes.ts';
import { passRoutes } from './passes/passes.routes.ts';
import { previewRoutes } from './previews/previews.routes.ts';
import { sheetRoutes } from './sheets/sheets.routes.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';

/** Smartsheet and the automations: what the product is for. */
export const syncRoutes = [
  connectionRoutes,
  sheetRoutes,
  automationRoutes,
  previewRoutes,
  healthCheckRoutes,
  destinationRoutes,
  passRoutes,
  webhookRoutes,
  outgoingWebhookRoutes,
  activityRoutes,
  statsRoutes,
];
