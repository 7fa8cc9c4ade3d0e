import type { Handlers, QueueName } from '@picksync/db';
import type { SmartsheetAccounts } from '@picksync/smartsheet-account';
import type { Logger } from 'pino';
import { runJob, type Work } from '../run-job.ts';
import { endRetiredAccountJob } from './end-retired-account.job.ts';
import { type MendDeps, mendWebhooks } from './mend-webhooks.job.ts';
import { resealSecretsJob } from './reseal-secrets.job.ts';
import { type SweepJobParts, sweep } from './sweep.job.ts';
import { type SyncConnectionDeps, syncConnection } from './sync-connection.job.ts';
import { tidy } from './tidy.job.ts';

export type JobParts = SyncConnectionDeps &
  SweepJobParts &
  MendDeps &
  Pick<SmartsheetAccounts, 'endRetiredAccount'> & { log: Logger; syncConcurrency: number };

/** What this process does with the jobs of the queues it owns. A queue without a handler does not compile. */
export function createHandlers(parts: JobParts): Handlers<'sync-worker'> {
  const { log, now } = parts;
  const handle = <N extends QueueName>(work: Work<N>) => runJob({ log, now, work });
  return {
    'sync-connection': { concurrency: parts.syncConcurrency, handle: handle(syncConnection(parts)) },
    sweep: { concurrency: 1, handle: handle(sweep(parts)) },
    'mend-webhooks': { concurrency: 2, handle: handle(mendWebhooks(parts)) },
    'end-retired-account': { concurrency: 1, handle: handle(endRetiredAccountJob(parts)) },
    'reseal-secrets': { concurrency: 1, handle: handle(resealSecretsJob(parts)) },
    tidy: { concurrency: 1, handle: handle(tidy(parts)) },
  };
}
