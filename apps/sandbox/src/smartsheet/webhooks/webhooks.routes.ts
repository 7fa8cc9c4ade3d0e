import type { SandboxDeps } from '../../deps.ts';
import { success } from '../api/envelope.ts';
import { type AddOperation, type ApiCall, getCaller } from '../api/operation-router.ts';
import { pathId } from '../api/query-params.ts';
import { type TimeFormat, timeFormat } from '../sheets/time-format.ts';
import type { Webhook } from './webhook.model.ts';
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
  const appName = deps.config.CLIENT_NAME;
  const getWebhook = (call: ApiCall) =>
    findWebhook(deps, { caller: getCaller(call), id: pathId(call.params, 'webhookId') });

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
      data: data.map((webhook) => toView(webhook, call, appName)),
    };
  });

  addOperation('webhooks.create', (call) => {
    const webhook = createWebhook(deps, { caller: getCaller(call), body: call.body });
    return success({ result: toView(webhook, call, appName) });
  });

  addOperation('webhooks.get', (call) => toView(getWebhook(call), call, appName));

  addOperation('webhooks.update', async (call) => {
    const webhook = getWebhook(call);
    const isChanged = await updateWebhook(deps, { webhook, body: call.body });
    return success({
      ...(isChanged ? {} : { message: 'UNCHANGED' }),
      result: toView(webhook, call, appName),
    });
  });

  addOperation('webhooks.delete', (call) => {
    deleteWebhook(deps, getWebhook(call));
    return success({});
  });

  addOperation('webhooks.resetSharedSecret', (call) =>
    success({ result: { sharedSecret: resetSharedSecret(deps, getWebhook(call)) } }),
  );
}

/** Returns a webhook as the API responds with it. */
function toView(webhook: Webhook, { query }: ApiCall, appName: string) {
  const formatTime = timeFormat(query.flag('numericDates'));
  const { id, name, callbackUrl, sheetId, columnIds, version, enabled, status, sharedSecret } = webhook;
  return {
    id,
    name,
    ...(webhook.clientId === null ? {} : { apiClientId: webhook.clientId, apiClientName: appName }),
    scope: 'sheet',
    scopeObjectId: sheetId,
    subscope: columnIds.length > 0 || webhook.hasSubscope ? { columnIds } : undefined,
    events: ['*.*'],
    callbackUrl,
    sharedSecret,
    enabled,
    status,
    disabledDetails: webhook.disabledDetails,
    version,
    createdAt: formatTime(webhook.createdAt),
    modifiedAt: formatTime(webhook.modifiedAt),
    stats: toStats(webhook, formatTime),
  };
}

/** There are no stats before the first attempt. */
function toStats({ lastAttemptAt, lastAttemptRetries = 0, lastSuccessAt }: Webhook, formatTime: TimeFormat) {
  return lastAttemptAt === undefined
    ? undefined
    : {
        lastCallbackAttempt: formatTime(lastAttemptAt),
        lastCallbackAttemptRetryCount: lastAttemptRetries,
        lastSuccessfulCallback: lastSuccessAt === undefined ? undefined : formatTime(lastSuccessAt),
      };
}
