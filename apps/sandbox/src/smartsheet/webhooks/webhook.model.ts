import type { Id, Time } from '../model.ts';

export type WebhookStatus =
  | 'NEW_NOT_VERIFIED'
  | 'ENABLED'
  | 'DISABLED_BY_OWNER'
  | 'DISABLED_CALLBACK_FAILED'
  | 'DISABLED_VERIFICATION_FAILED'
  | 'DISABLED_SCOPE_INACCESSIBLE'
  | 'DISABLED_APP_REVOKED'
  | 'DISABLED_ADMINISTRATIVE'
  | 'DISABLED_EXCEEDED_GRID_LIMITS';

/** One thing that happened in a sheet. It never carries a value: the receiver has to look for itself. */
export type SheetEvent = {
  objectType: 'sheet' | 'column' | 'row' | 'cell';
  eventType: 'created' | 'updated' | 'deleted';
  /** Absent for cells, which have a row and a column instead. */
  id?: Id;
  rowId?: Id;
  columnId?: Id;
  userId: Id;
  at: Time;
  changeAgent?: string;
};

/** A callback on its way: its body stays the same through all tries. */
export type Callback = {
  body: string;
  /** Tries that failed so far. */
  failures: number;
  nextAt: Time;
};

export type Webhook = {
  id: Id;
  name: string;
  callbackUrl: string;
  sheetId: Id;
  /** Empty: all columns. */
  columnIds: Id[];
  ownerId: Id;
  /** The app that made it; null when a personal token did. */
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
  /** Callbacks since the last challenge; every hundredth is preceded by another one. */
  callbacksSinceChallenge: number;
  /** Events that wait for the next callback, and since when. */
  pending: SheetEvent[];
  pendingSince?: Time;
  callback?: Callback;
};
