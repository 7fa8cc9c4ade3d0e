import type { FastifyInstance } from 'fastify';
import { adminModules } from './admin/admin.routes.ts';
import { billingDetailsRoutes } from './billing/billing-details/billing-details.routes.ts';
import { checkoutRoutes } from './billing/checkouts/checkouts.routes.ts';
import { couponRoutes } from './billing/coupons/coupons.routes.ts';
import { planRoutes } from './billing/plans/plans.routes.ts';
import { providerEventRoutes } from './billing/provider-events/provider-events.routes.ts';
import { receiptRoutes } from './billing/receipts/receipts.routes.ts';
import { cancellationRoutes } from './billing/subscriptions/cancellation.routes.ts';
import { subscriptionRoutes } from './billing/subscriptions/subscriptions.routes.ts';
import { notificationRoutes } from './people/notifications/notifications.routes.ts';
import { accountModules } from './people/people.routes.ts';
import type { Services } from './services.ts';
import { activityRoutes } from './sync/activity/activity.routes.ts';
import { automationRoutes } from './sync/automations/automations.routes.ts';
import { connectionRoutes } from './sync/connection/connection.routes.ts';
import { destinationRoutes } from './sync/destinations/destinations.routes.ts';
import { healthCheckRoutes } from './sync/health-checks/health-checks.routes.ts';
import { liveRoutes } from './sync/live/live.routes.ts';
import { passRoutes } from './sync/passes/passes.routes.ts';
import { previewRoutes } from './sync/previews/previews.routes.ts';
import { sheetRoutes } from './sync/sheets/sheets.routes.ts';
import { statsRoutes } from './sync/stats/stats.routes.ts';
import { webhookRoutes } from './sync/webhooks/webhooks.routes.ts';
import { healthRoutes } from './system/health/health.routes.ts';
import { mailPreviewRoutes } from './system/mail-previews/mail-previews.routes.ts';
import { openapiRoutes } from './system/openapi/openapi.routes.ts';

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
