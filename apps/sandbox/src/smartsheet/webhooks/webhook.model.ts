import type { Id, Time } from '../model.ts';

export const webhookStatuses = [
  'NEW_NOT_VERIFIED',
  'ENABLED',
  'DISABLED_BY_OWNER',
  'DISABLED_CALLBACK_FAILED',
  'DISABLED_VERIFICATION_FAILED',
  'DISABLED_SCOPE_INACCESSIBLE',
  'DISABLED_APP_REVOKED',
  'DISABLED_ADMINISTRATIVE',
  'DISABLED_EXCEEDED_GRID_LIMITS',
] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** An event in a sheet. It never contains a value: the receiver has to read the sheet. */
export type SheetEvent = {
  objectType: 'sheet' | 'column' | 'row' | 'cell' | 'attachment';
  eventType: 'created' | 'updated' | 'deleted';
  /** Absent for cells, which have `rowId` and `columnId`. */
  id?: Id;
  rowId?: Id;
  columnId?: Id;
  userId: Id;
  at: Time;
  changeAgent?: string;
};

/** A callback that is being sent. Its body stays the same in all attempts. */
export type Callback = {
  body: string;
  /** Failed attempts so far. */
  failures: number;
  nextAt: Time;
};

export type Webhook = {
  id: Id;
  name: string;
  callbackUrl: string;
  sheetId: Id;
  /** Empty means all columns. */
  columnIds: Id[];
  /** Whether it was created with a subscope, even an empty one, which is then echoed. */
  hasSubscope?: boolean;
  ownerId: Id;
  /** The app that created it; null for a personal access token. */
  clientId: string | null;
  sharedSecret: string;
  enabled: boolean;
  status: WebhookStatus;
  disabledDetails?: string;
  version: number;
  createdAt: Time;
  modifiedAt: Time;
  lastAttemptAt?: Time;
  lastAttemptRetries?: number;
  lastSuccessAt?: Time;
  /** Callbacks since the last challenge. After a hundred there is another one. */
  callbacksSinceChallenge: number;
  /** Events for the next callback, and the time of the first. */
  pending: SheetEvent[];
  pendingSince?: Time;
  callback?: Callback;
};

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
