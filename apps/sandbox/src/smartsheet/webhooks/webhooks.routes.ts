import type { Parts } from '../../parts.ts';
import { pathId } from '../api/query.ts';
import { success } from '../api/results.ts';
import { type ApiCall, callerOf, type Serve } from '../api/serve.ts';
import type { Webhook } from './webhook.model.ts';
import { webhookView } from './webhook.view.ts';
import {
  createWebhook,
  deleteWebhook,
  requireWebhook,
  resetSharedSecret,
  updateWebhook,
  webhooksOf,
} from './webhooks.ts';

const DEFAULT_SIZE = 100;
const MAX_SIZE = 10_000;

export function webhooksRoutes(serve: Serve, parts: Parts): void {
  const webhookOf = (call: ApiCall) =>
    requireWebhook(parts, { caller: callerOf(call), id: pathId(call.params, 'webhookId') });
  const viewOf = (webhook: Webhook, { query }: ApiCall) =>
    webhookView(webhook, { query, appName: parts.config.CLIENT_NAME });

  // The totals are sentinels since June 2026; a page beyond the end is empty, not the last one.
  serve('webhooks.list', (call) => {
    const pageSize = Math.min(call.query.page('pageSize') ?? DEFAULT_SIZE, MAX_SIZE);
    const pageNumber = call.query.page('page') ?? 1;
    const start = (pageNumber - 1) * pageSize;
    const data = webhooksOf(parts, callerOf(call)).slice(start, start + pageSize);
    return {
      pageNumber,
      pageSize,
      totalPages: -1,
      totalCount: -1,
      data: data.map((webhook) => viewOf(webhook, call)),
    };
  });

  serve('webhooks.create', (call) => {
    const webhook = createWebhook(parts, { caller: callerOf(call), body: call.body });
    return success({ result: viewOf(webhook, call) });
  });

  serve('webhooks.get', (call) => viewOf(webhookOf(call), call));

  serve('webhooks.update', async (call) => {
    const webhook = webhookOf(call);
    await updateWebhook(parts, { webhook, body: call.body });
    return success({ result: viewOf(webhook, call) });
  });

  serve('webhooks.delete', (call) => {
    deleteWebhook(parts, webhookOf(call));
    return success({});
  });

  serve('webhooks.resetSharedSecret', (call) =>
    success({ result: { sharedSecret: resetSharedSecret(parts, webhookOf(call)) } }),
  );
}
