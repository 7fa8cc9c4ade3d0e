import type { SandboxDeps } from '../../deps.ts';
import { success } from '../api/envelope.ts';
import { type AddOperation, type ApiCall, getCaller } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import type { Webhook } from './webhook.model.ts';
import { webhookView } from './webhook.view.ts';
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  resetSharedSecret,
  updateWebhook,
} from './webhooks.ts';

const defaultPageSize = 100;
const maxPageSize = 10_000;

export function webhooksRoutes(addOperation: AddOperation, deps: SandboxDeps): void {
  const getWebhook = (call: ApiCall) =>
    findWebhook(deps, { caller: getCaller(call), id: pathId(call.params, 'webhookId') });
  const toView = (webhook: Webhook, { query }: ApiCall) =>
    webhookView(webhook, { query, appName: deps.config.CLIENT_NAME });

  // The totals are always -1 since June 2026. A page beyond the end is empty, not the last one.
  addOperation('webhooks.list', (call) => {
    const pageSize = Math.min(call.query.positive('pageSize') ?? defaultPageSize, maxPageSize);
    const pageNumber = call.query.positive('page') ?? 1;
    const start = (pageNumber - 1) * pageSize;
    const data = listWebhooks(deps, getCaller(call)).slice(start, start + pageSize);
    return {
      pageNumber,
      pageSize,
      totalPages: -1,
      totalCount: -1,
      data: data.map((webhook) => toView(webhook, call)),
    };
  });

  addOperation('webhooks.create', (call) => {
    const webhook = createWebhook(deps, { caller: getCaller(call), body: call.body });
    return success({ result: toView(webhook, call) });
  });

  addOperation('webhooks.get', (call) => toView(getWebhook(call), call));

  addOperation('webhooks.update', async (call) => {
    const webhook = getWebhook(call);
    const isChanged = await updateWebhook(deps, { webhook, body: call.body });
    return success({ ...(isChanged ? {} : { message: 'UNCHANGED' }), result: toView(webhook, call) });
  });

  addOperation('webhooks.delete', (call) => {
    deleteWebhook(deps, getWebhook(call));
    return success({});
  });

  addOperation('webhooks.resetSharedSecret', (call) =>
    success({ result: { sharedSecret: resetSharedSecret(deps, getWebhook(call)) } }),
  );
}
