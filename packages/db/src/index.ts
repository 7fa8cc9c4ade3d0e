export { type AdvisoryLocks, type HeldLock, LockLostError, openAdvisoryLocks } from './advisory-lock.ts';
export { type CountedActivity, type CountWords, countActivity } from './count-activity.ts';
export { type Database, type DatabaseOptions, type Db, openDatabase, type Tx } from './database.ts';
export { type DatabaseClock, openDatabaseClock } from './database-clock.ts';
export * from './generated/client.ts';
export { type Listener, type ListenerOptions, openListener } from './listener.ts';
export { migrate } from './migrate.ts';
export {
  catalog,
  deadLetters,
  type JobPriority,
  jobPriorities,
  type Payload,
  type QueueName,
  type QueueOwner,
  type QueuesOf,
} from './queue/catalog.ts';
export {
  assertClaimHolds,
  type BegunSync,
  beginSync,
  ClaimLostError,
  claimHolds,
  type Deferral,
  deferSync,
  finishSync,
  parkAfterOutage,
  type SyncClaim,
  type SyncFinish,
} from './queue/connection-queue.ts';
export { clearAutomationMarks, clearSheetMarks, type Marks } from './queue/dirty-marks.ts';
export { DeadLetter, failureNote, type Handle, type Handlers, type Job } from './queue/job.ts';
export { markConnectionDirty } from './queue/mark-connection.ts';
export { openQueue, type Queue, type QueueConnection, type SendOptions } from './queue/queue.ts';
export { recordCallbacks, type SignedCallback } from './queue/record-callbacks.ts';
export { repairConnections } from './queue/repair-connections.ts';
export { repeatOnDeadlock } from './repeat-on-deadlock.ts';
export { type ResealReport, resealSecrets } from './reseal-secrets.ts';
export { lockAutomationsOf, lockRowsOfConnection, lockSheets } from './row-locks.ts';
export { createSealer, parseSealingKeys, type Sealer, type SealingKeys, UnsealError } from './sealed.ts';
export { sealedColumns } from './sealed-columns.ts';
export { sealingKeysSetting } from './sealing-keys.setting.ts';
export { nextTryAt } from './sheet-outage.ts';
export { openWebhookSecret, sealWebhookSecret } from './smartsheet-webhook-secret.ts';
export { sweepWindowMinutes } from './sweep-window.ts';
export { isTargetTaken } from './target-claims.ts';
export { isDatabaseUnavailable } from './unavailable.ts';
