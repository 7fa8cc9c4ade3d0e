import { apiKeyEndpoints, outgoingWebhookEndpoints } from '@picksync/contracts';
import { pagedQuery, query } from './query.ts';

export const apiKeysQuery = query(apiKeyEndpoints.list, {});

export const webhooksQuery = query(outgoingWebhookEndpoints.list, {});

/** The deliveries of an outgoing webhook, newest first. */
export function deliveriesQuery(webhookId: string) {
  return pagedQuery(outgoingWebhookEndpoints.deliveries, { params: { id: webhookId }, query: { limit: 5 } });
}
