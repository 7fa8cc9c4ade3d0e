import type { Webhook, WebhookStatus } from './webhook.model.ts';

const defaultDetails: Partial<Record<WebhookStatus, string>> = {
  DISABLED_BY_OWNER: 'The webhook was disabled by its owner.',
  DISABLED_CALLBACK_FAILED: 'The callback URL did not answer with status 200.',
  DISABLED_VERIFICATION_FAILED: 'The callback URL did not answer the verification challenge.',
  DISABLED_SCOPE_INACCESSIBLE: 'The owner of the webhook has lost access to the sheet.',
  DISABLED_APP_REVOKED: 'The app that created the webhook has had its access revoked.',
  DISABLED_EXCEEDED_GRID_LIMITS: 'The sheet exceeds the size up to which webhooks are supported.',
};

/** Sets a webhook's status. Disabling it drops its pending events. `details` replaces the default explanation. */
export function setWebhookStatus(
  webhook: Webhook,
  status: WebhookStatus,
  at: number,
  details = defaultDetails[status],
): void {
  webhook.status = status;
  webhook.enabled = status === 'ENABLED';
  webhook.modifiedAt = at;
  if (details === undefined) delete webhook.disabledDetails;
  else webhook.disabledDetails = details;
  if (webhook.enabled) {
    webhook.callbacksSinceChallenge = 0;
  } else {
    clearPending(webhook);
    delete webhook.callback;
  }
}

export function clearPending(webhook: Webhook): void {
  webhook.pending = [];
  delete webhook.pendingSince;
}
