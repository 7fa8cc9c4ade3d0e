import type { Handlers, QueueName } from '@picksync/db';
import type { SmartsheetAccounts } from '@picksync/smartsheet-account';
import type { Logger } from 'pino';
import { runJob, type Work } from '../run-job.ts';
import { type CheckHealthDeps, checkHealth } from './check-health.job.ts';
import { endRetiredAccountJob } from './end-retired-account.job.ts';
import { type MendDeps, mendWebhooks } from './mend-webhooks.job.ts';
import { resealSecretsJob } from './reseal-secrets.job.ts';
import { type SendWebhooksDeps, sendWebhooks, sweepWebhooks } from './send-webhooks.job.ts';
import { type SweepJobDeps, sweep } from './sweep.job.ts';
import { type SyncConnectionDeps, syncConnection } from './sync-connection.job.ts';
import { tidy } from './tidy.job.ts';

export type JobDeps = SyncConnectionDeps &
  SweepJobDeps &
  MendDeps &
  CheckHealthDeps &
  SendWebhooksDeps &
  Pick<SmartsheetAccounts, 'endRetiredAccount'> & {
    log: Logger;
    syncConcurrency: number;
    webhookConcurrency: number;
  };

/** Returns the handlers of the queues this process owns. A queue without a handler does not compile. */
export function createHandlers(deps: JobDeps): Handlers<'sync-worker'> {
  const { log, now } = deps;
  const handle = <N extends QueueName>(work: Work<N>) => runJob({ log, now, work });
  return {
    'sync-connection': { concurrency: deps.syncConcurrency, handle: handle(syncConnection(deps)) },
    sweep: { concurrency: 1, handle: handle(sweep(deps)) },
    'mend-webhooks': { concurrency: 2, handle: handle(mendWebhooks(deps)) },
    'check-health': { concurrency: 1, handle: handle(checkHealth(deps)) },
    'end-retired-account': { concurrency: 1, handle: handle(endRetiredAccountJob(deps)) },
    'reseal-secrets': { concurrency: 1, handle: handle(resealSecretsJob(deps)) },
    'send-webhooks': { concurrency: deps.webhookConcurrency, handle: handle(sendWebhooks(deps)) },
    'sweep-webhooks': { concurrency: 1, handle: handle(sweepWebhooks(deps)) },
    tidy: { concurrency: 1, handle: handle(tidy(deps)) },
  };
}
