export { type AdvisoryLocks, openAdvisoryLocks } from './advisory-lock.ts';
export { type CountedActivity, countActivity } from './count-activity.ts';
export { type Database, type Db, openDatabase, type Tx } from './database.ts';
export { openDatabaseClock } from './database-clock.ts';

export * from './generated/client.ts';
export { isListFilled } from './is-list-filled.ts';
export { isTargetTaken } from './is-target-taken.ts';
export { openListener } from './listener.ts';
export { migrate } from './migrate.ts';
export { isQueueName, jobPriorities, type QueueName } from './queue/catalog.ts';
export {
  beginSync,
  type Deferral,
  deferSync,
  finishSync,
  parkAfterOutage,
  parkAllAfterOutage,
  recordSlowness,
  type SyncFinish,
} from './queue/connection-queue.ts';
export { DeadLetter, type Handlers, type Job, type JobReport, runJob } from './queue/job.ts';
export { markConnectionDirty } from './queue/mark-connection.ts';
export { type MovedConnection, type MovedSheet, markMovedConnections } from './queue/mark-moved.ts';
export { openQueue, type Queue, type SendOptions } from './queue/queue.ts';
export { readQueueStates, readWorkers } from './queue/queue-states.ts';
export { recordCallbacks, type SignedCallback } from './queue/record-callbacks.ts';
export { repairConnections } from './queue/repair-connections.ts';
export { assertClaimHolds, ClaimLostError, type SyncClaim } from './queue/sync-claim.ts';
export { repeatOnDeadlock } from './repeat-on-deadlock.ts';
export { resealSecrets } from './reseal-secrets.ts';
export { lockAutomationsOf, lockRowsOfConnection } from './row-locks.ts';
export { createSealer, parseSealingKeys, type Sealer, type SealingKeys, UnsealError } from './sealed.ts';
export { sealedColumns } from './sealed-columns.ts';
export { sealingKeysSetting } from './sealing-keys.setting.ts';
export { nextTryAt } from './sheet-outage.ts';
export { openWebhookSecret, sealWebhookSecret } from './smartsheet-webhook-secret.ts';
export { boughtLimits, limitColumns, standingColumns, standingFields } from './standing-columns.ts';
export { sweepWindowMinutes } from './sweep-window.ts';
export { isDatabaseUnavailable } from './unavailable.ts';
export { isUserGone } from './user-is-gone.ts';
