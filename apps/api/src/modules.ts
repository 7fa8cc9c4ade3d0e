import type { FastifyInstance } from 'fastify';
import { accountModules } from './account.modules.ts';
import { adminModules } from './admin.modules.ts';
import { activityRoutes } from './modules/activity/activity.routes.ts';
import { automationRoutes } from './modules/automations/automations.routes.ts';
import { billingDetailsRoutes } from './modules/billing-details/billing-details.routes.ts';
import { checkoutRoutes } from './modules/checkouts/checkouts.routes.ts';
import { connectionRoutes } from './modules/connection/connection.routes.ts';
import { couponRoutes } from './modules/coupons/coupons.routes.ts';
import { destinationRoutes } from './modules/destinations/destinations.routes.ts';
import { healthRoutes } from './modules/health/health.routes.ts';
import { healthCheckRoutes } from './modules/health-checks/health-checks.routes.ts';
import { liveRoutes } from './modules/live/live.routes.ts';
import { mailPreviewRoutes } from './modules/mail-previews/mail-previews.routes.ts';
import { notificationRoutes } from './modules/notifications/notifications.routes.ts';
import { openapiRoutes } from './modules/openapi/openapi.routes.ts';
import { passRoutes } from './modules/passes/passes.routes.ts';
import { planRoutes } from './modules/plans/plans.routes.ts';
import { previewRoutes } from './modules/previews/previews.routes.ts';
import { providerEventRoutes } from './modules/provider-events/provider-events.routes.ts';
import { receiptRoutes } from './modules/receipts/receipts.routes.ts';
import { sheetRoutes } from './modules/sheets/sheets.routes.ts';
import { statsRoutes } from './modules/stats/stats.routes.ts';
import { cancellationRoutes } from './modules/subscriptions/cancellation.routes.ts';
import { subscriptionRoutes } from './modules/subscriptions/subscriptions.routes.ts';
import { webhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import type { Services } from './services.ts';

/** Every module of the API. A new one is a line here. */
export const modules: ((app: FastifyInstance, services: Services) => void)[] = [
  healthRoutes,
  openapiRoutes,
  ...accountModules,
  ...adminModules,
  connectionRoutes,
  sheetRoutes,
  automationRoutes,
  previewRoutes,
  healthCheckRoutes,
  destinationRoutes,
  passRoutes,
  webhookRoutes,
  providerEventRoutes,
  activityRoutes,
  statsRoutes,
  planRoutes,
  receiptRoutes,
  billingDetailsRoutes,
  cancellationRoutes,
  liveRoutes,
  notificationRoutes,
  mailPreviewRoutes,
  couponRoutes,
  checkoutRoutes,
  subscriptionRoutes,
];
