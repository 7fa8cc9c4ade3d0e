import type { Handle, Handlers, QueueName } from '@picksync/db';
import type { Logger } from 'pino';
import { type RefreshDisputeDeps, refreshDispute } from '../billing/disputes/refresh-dispute.ts';
import { type AssignEventDeps, assignEvent } from '../billing/provider-events/assign-event.ts';
import { pauseSurplus, pauseSurplusOf } from '../billing/settle-plans/pause-surplus.ts';
import { type SettlePlansDeps, settlePlans } from '../billing/settle-plans/settle-plans.ts';
import { type AlignChargesDeps, alignCharges } from '../billing/subscriptions/align-charges.ts';
import type { FindNoticesDeps } from '../mail/find-notices.ts';
import { type WriteExportDeps, writeExport } from '../people/data-exports/write-export.ts';
import { findNoticesJob } from './find-notices.job.ts';
import { refreshSubscriptionJob } from './refresh-subscription.job.ts';
import { type SendMailDeps, sendMail } from './send-mail.job.ts';

/** Returns the handlers of the queues this process owns. A queue without a handler does not compile. */
export function createHandlers(
  deps: SendMailDeps &
    FindNoticesDeps &
    WriteExportDeps &
    AssignEventDeps &
    RefreshDisputeDeps &
    AlignChargesDeps &
    SettlePlansDeps,
): Handlers<'api'> {
  return {
    'find-notices': { concurrency: 1, handle: logged(deps.log, () => findNoticesJob(deps)) },
    'export-data': { concurrency: 1, handle: logged(deps.log, (job) => writeExport(job, deps)) },
    'refresh-subscription': {
      concurrency: 2,
      handle: logged(deps.log, (job) => refreshSubscriptionJob(job, deps)),
    },
    'assign-event': { concurrency: 1, handle: logged(deps.log, (job) => assignEvent(job, deps)) },
    'refresh-dispute': { concurrency: 1, handle: logged(deps.log, (job) => refreshDispute(job, deps)) },
    'align-charges': {
      concurrency: 1,
      handle: logged(deps.log, ({ payload }) => alignCharges(payload, deps)),
    },
    'pause-surplus': {
      concurrency: 1,
      handle: logged(deps.log, async ({ payload: { userId } }) => {
        await (userId === undefined ? pauseSurplus(deps) : pauseSurplusOf(userId, deps));
      }),
    },
    'settle-plans': { concurrency: 1, handle: logged(deps.log, () => settlePlans(deps)) },
    'send-mail': { concurrency: 4, handle: logged(deps.log, (job) => sendMail(job, deps)) },
  };
}

/** Logs one line per job: what it was, which try, how long it waited and took. */
function logged<N extends QueueName>(log: Logger, handle: Handle<N>): Handle<N> {
  return async (job) => {
    const began = Date.now();
    const line = () => ({
      queue: job.queue,
      job: job.id,
      attempt: job.attempt,
      waitedMs: began - job.dueAt.getTime(),
      ms: Date.now() - began,
    });
    try {
      await handle(job);
      log.info(line(), 'job done');
    } catch (err) {
      log[job.isLastAttempt ? 'error' : 'warn']({ ...line(), err }, 'job failed');
      throw err;
    }
  };
}
