import { type Handlers, type Job, type JobReport, type QueueName, resealSecrets, runJob } from '@picksync/db';
import { measureJobs } from '@picksync/metrics';
import { traceJobs } from '@picksync/process';
import type { Context } from './context.ts';
import { checkHealth } from './health-checks/check-health.job.ts';
import { sendWebhooks, sweepWebhooks } from './outgoing-webhooks/send-webhooks.job.ts';
import { createSyncConnection } from './passes/sync-connection.job.ts';
import { measureStatus } from './status/measure-status.job.ts';
import { sweep } from './sweeps/sweep.job.ts';
import { tidy } from './tidy.job.ts';
import { mendWebhooks } from './webhooks/mend-webhooks.job.ts';

/** How many receivers of outgoing webhooks are sent to at once. Such a job mostly waits. */
const webhookConcurrency = 16;

/** Returns the handlers of the queues this process owns. A queue without a handler does not compile. */
export function createHandlers(context: Context): Handlers<'sync-worker'> {
  const { log, now } = context;
  const onEnd = measureJobs(context.metrics);
  const inTraceOf = traceJobs(context.tracing);
  const handle = <N extends QueueName>(work: (context: Context, job: Job<N>) => Promise<JobReport>) =>
    runJob<N>({ log, now, work: (job) => work(context, job), onEnd, inTraceOf });
  const syncConnection = createSyncConnection(context);
  return {
    'sync-connection': {
      concurrency: context.settings.syncConcurrency,
      handle: handle((_, job) => syncConnection(job)),
    },
    sweep: { concurrency: 1, handle: handle(sweep) },
    'mend-webhooks': { concurrency: 2, handle: handle(mendWebhooks) },
    'check-health': { concurrency: 1, handle: handle(checkHealth) },
    'end-retired-account': { concurrency: 1, handle: handle(endRetiredAccount) },
    'reseal-secrets': { concurrency: 1, handle: handle(resealAllSecrets) },
    'send-webhooks': { concurrency: webhookConcurrency, handle: handle(sendWebhooks) },
    'sweep-webhooks': { concurrency: 1, handle: handle(sweepWebhooks) },
    'measure-status': { concurrency: 1, handle: handle(measureStatus) },
    tidy: { concurrency: 1, handle: handle(tidy) },
  };
}

/** Ends a Smartsheet account that its user has left. */
async function endRetiredAccount(
  { accounts }: Context,
  { payload: { retiredAccountId: id }, signal }: Job<'end-retired-account'>,
): Promise<JobReport> {
  return { retiredAccount: id, webhooks: await accounts.endRetiredAccount({ id, signal }) };
}

/** Seals everything with the first key, so that a key can be replaced and then removed. */
async function resealAllSecrets(
  { prisma, sealer, log }: Context,
  { signal }: Job<'reseal-secrets'>,
): Promise<JobReport> {
  const report = await resealSecrets({ prisma, sealer, signal });
  const line = { ...report, key: sealer.keyId };
  if (report.left > 0) log.warn(line, 'secrets are sealed with other keys than the first: keep those');
  else if (report.resealed > 0) log.info(line, 'everything is sealed with the first key: other keys may go');
  return report;
}
