import { accountEndpoints } from './account.endpoints.ts';
import { ownerEndpoints } from './admin.endpoints.ts';
import { automationNouns } from './automation.endpoints.ts';
import { connectionEndpoints } from './connection.ts';
import { dashboardEndpoints } from './dashboard.endpoints.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { healthEndpoints } from './health.ts';
import { openapiEndpoints } from './openapi.ts';
import { paymentEndpoints } from './payment.endpoints.ts';
import { sheetEndpoints } from './sheets.ts';
import { webhookEndpoints } from './webhooks.ts';

/** Every call of the API, by noun. */
export const endpoints = {
  ...accountEndpoints,
  ...automationNouns,
  connection: connectionEndpoints,
  ...dashboardEndpoints,
  health: healthEndpoints,
  openapi: openapiEndpoints,
  ...ownerEndpoints,
  ...paymentEndpoints,
  sheets: sheetEndpoints,
  webhooks: webhookEndpoints,
};

/** The same as a flat list. */
export const allEndpoints: readonly EndpointDefinition[] = Object.values(endpoints).flatMap(
  (ofOneNoun): readonly EndpointDefinition[] => Object.values(ofOneNoun),
);
