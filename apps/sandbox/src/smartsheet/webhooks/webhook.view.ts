import type { QueryParams } from '../api/query-params.ts';
import { type TimeFormat, timeFormat } from '../sheets/time-format.ts';
import type { Webhook } from './webhook.model.ts';

/** Returns a webhook as the API responds with it. */
export function webhookView(webhook: Webhook, { query, appName }: { query: QueryParams; appName: string }) {
  const formatTime = timeFormat(query.flag('numericDates'));
  const { id, name, callbackUrl, sheetId, columnIds, version, enabled, status, sharedSecret } = webhook;
  return {
    id,
    name,
    ...(webhook.clientId === null ? {} : { apiClientId: webhook.clientId, apiClientName: appName }),
    scope: 'sheet',
    scopeObjectId: sheetId,
    ...(columnIds.length > 0 || webhook.hasSubscope ? { subscope: { columnIds } } : {}),
    events: ['*.*'],
    callbackUrl,
    sharedSecret,
    enabled,
    status,
    ...(webhook.disabledDetails === undefined ? {} : { disabledDetails: webhook.disabledDetails }),
    version,
    createdAt: formatTime(webhook.createdAt),
    modifiedAt: formatTime(webhook.modifiedAt),
    ...statsView(webhook, formatTime),
  };
}

/** There are no stats before the first attempt. */
function statsView(
  { lastAttemptAt, lastAttemptRetries = 0, lastSuccessAt }: Webhook,
  formatTime: TimeFormat,
) {
  if (lastAttemptAt === undefined) return {};
  return {
    stats: {
      lastCallbackAttempt: formatTime(lastAttemptAt),
      lastCallbackAttemptRetryCount: lastAttemptRetries,
      ...(lastSuccessAt === undefined ? {} : { lastSuccessfulCallback: formatTime(lastSuccessAt) }),
    },
  };
}
