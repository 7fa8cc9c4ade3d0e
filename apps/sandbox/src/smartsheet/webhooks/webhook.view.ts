import type { Query } from '../api/query.ts';
import { type Stamp, stampOf } from '../sheets/stamp.ts';
import type { Webhook } from './webhook.model.ts';

/** A webhook as the API answers it. */
export function webhookView(webhook: Webhook, { query, appName }: { query: Query; appName: string }) {
  const stamp = stampOf(query.flag('numericDates'));
  const { id, name, callbackUrl, sheetId, columnIds, version, enabled, status, sharedSecret } = webhook;
  return {
    id,
    name,
    ...(webhook.clientId === null ? {} : { apiClientId: webhook.clientId, apiClientName: appName }),
    scope: 'sheet',
    scopeObjectId: sheetId,
    ...(columnIds.length > 0 ? { subscope: { columnIds } } : {}),
    events: ['*.*'],
    callbackUrl,
    sharedSecret,
    enabled,
    status,
    ...(webhook.disabledDetails === undefined ? {} : { disabledDetails: webhook.disabledDetails }),
    version,
    createdAt: stamp(webhook.createdAt),
    modifiedAt: stamp(webhook.modifiedAt),
    ...statsView(webhook, stamp),
  };
}

/** Nothing is said before the first attempt. */
function statsView({ lastAttemptAt, lastAttemptRetries = 0, lastSuccessAt }: Webhook, stamp: Stamp) {
  if (lastAttemptAt === undefined) return {};
  return {
    stats: {
      lastCallbackAttempt: stamp(lastAttemptAt),
      lastCallbackAttemptRetryCount: lastAttemptRetries,
      ...(lastSuccessAt === undefined ? {} : { lastSuccessfulCallback: stamp(lastSuccessAt) }),
    },
  };
}
