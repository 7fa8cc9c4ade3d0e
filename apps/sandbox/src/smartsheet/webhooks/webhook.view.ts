import { stampOf } from '../sheets/stamp.ts';
import type { Webhook } from './webhook.model.ts';

const stamp = stampOf(false);

/** A webhook as the API answers it. */
export function webhookView(webhook: Webhook) {
  const { id, name, callbackUrl, sheetId, columnIds, version, enabled, status, sharedSecret } = webhook;
  return {
    id,
    name,
    ...(webhook.clientId === null ? {} : { apiClientId: webhook.clientId, apiClientName: webhook.clientId }),
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
    ...statsView(webhook),
  };
}

/** Nothing is said before the first attempt. */
function statsView({ lastAttemptAt, lastAttemptRetries = 0, lastSuccessAt }: Webhook) {
  if (lastAttemptAt === undefined) return {};
  return {
    stats: {
      lastCallbackAttempt: stamp(lastAttemptAt),
      lastCallbackAttemptRetryCount: lastAttemptRetries,
      ...(lastSuccessAt === undefined ? {} : { lastSuccessfulCallback: stamp(lastSuccessAt) }),
    },
  };
}
