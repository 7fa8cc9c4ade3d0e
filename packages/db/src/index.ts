export { type AdvisoryLocks, openAdvisoryLocks } from './advisory-lock.ts';
export { billingColumns, billingFields, boughtLimits, limitColumns } from './billing-columns.ts';
export { announceMaintenance, beginMaintenance, endMaintenance } from './change-maintenance.ts';
export { type CountedActivity, countActivity } from './count-activity.ts';
export { type Database, type Db, openDatabase, type Tx } from './database.ts';
export { openDatabaseClock } from './database-clock.ts';
export { connectionCheckedAt, isCheckedLate, isHeldMail, receiptGaps } from './figure-sql.ts';
export { type ProductFigures, readProductFigures, scheduledQueues } from './figures.ts';
export { type CopyLoss, findCopyLoss } from './find-copy-loss.ts';
export * from './generated/client.ts';
export { openListener } from './listener.ts';
export { createListenerProof, type ListenerProof } from './listener-proof.ts';
export {
  beginCatchUp,
  type Maintenance,
  openMaintenance,
  recordCaughtUp,
  type StoredMaintenance,
} from './maintenance.ts';
export { markRestored } from './mark-restored.ts';
export type { QueryMeasures } from './measured-client.ts';
export { migrate } from './migrate.ts';
export { schemaVersion } from './migrations/migration-files.ts';
export {
  catalog,
  isQueueName,
  isUrgentQueue,
  jobPriorities,
  type QueueName,
  queueNames,
  sweepWindowMinutes,
} from './queue/catalog.ts';
export { backOffAfterOutage, backOffAllAfterOutage, type Deferral } from './queue/connection-backoff.ts';
export {
  beginStatement,
  deferSync,
  type FinalChanges,
  finishSync,
  finishUnderClaim,
  recordSlowness,
  type SyncFinish,
  type SyncJob,
  toClaim,
} from './queue/connection-queue.ts';
export type { Duty } from './queue/duties.ts';
export { DeadLetter, type Handlers, type Job, type JobEnd, type JobReport, runJob } from './queue/job.ts';
export { markConnectionDirty } from './queue/mark-connection.ts';
export { type MovedConnection, type MovedSheet, markMovedConnections } from './queue/mark-moved.ts';
export { openQueue, type PoolState, type Queue, type SendOptions, toPoolState } from './queue/queue.ts';
export { type QueueState, readQueueStates, readWorkers } from './queue/queue-states.ts';
export { recordCallbacks, type SignedCallback } from './queue/record-callbacks.ts';
export { repairConnections } from './queue/repair-connections.ts';
export {
  assertClaimHolds,
  ClaimLostError,
  changeUnderClaim,
  holdsClaim,
  lockClaim,
  queryUnderClaim,
  type SyncClaim,
} from './queue/sync-claim.ts';
export {
  hasValues,
  insertRow,
  isRefused,
  queryRows,
  readRawRow,
  refuseUnless,
  selectRawRow,
  selectValues,
  toValuesText,
  updateTo,
} from './raw-rows.ts';
export { createReadinessCheck, readinessParts } from './readiness.ts';
export { resealSecrets } from './reseal-secrets.ts';
export {
  createSealer,
  openWebhookSecret,
  parseSealingKeys,
  type Sealer,
  sealedColumns,
  sealingKeysSetting,
  sealWebhookSecret,
  UnsealError,
} from './sealed.ts';
export { assertServerVersion } from './server-version.ts';
export { nextTryAt } from './sheet-backoff.ts';
export { isListFilled, isTargetTaken } from './target-claims.ts';
export {
  isUniqueViolation,
  lockAutomations,
  lockConnectionRows,
  repeatOnDeadlock,
  transact,
} from './transaction.ts';
export { isDatabaseUnavailable, isUserGone, wasTooSlow } from './unavailable.ts';
export { withoutFailure, withoutFindings } from './without-findings.ts';
