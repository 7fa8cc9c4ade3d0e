import type { Handle, Handlers, QueueName } from '@picksync/db';
import type { Logger } from 'pino';
import type { Context } from '../base/context.ts';
import { refreshDispute } from '../billing/disputes/refresh-dispute.ts';
import { assignEvent } from '../billing/provider-events/assign-event.ts';
import { pauseSurplus, pauseSurplusOf } from '../billing/settle-plans/pause-surplus.ts';
import { settlePlans } from '../billing/settle-plans/settle-plans.ts';
import { alignCharges } from '../billing/subscriptions/align-charges.ts';
import { writeExport } from '../people/data-exports/write-export.ts';
import { findNoticesJob } from './find-notices.job.ts';
import { refreshSubscriptionJob } from './refresh-subscription.job.ts';
import { sendMail } from './send-mail.job.ts';

/** Returns the handlers of the queues this process owns. A queue without a handler does not compile. */
export function createHandlers(context: Context): Handlers<'api'> {
  return {
    'find-notices': { concurrency: 1, handle: logged(context.log, () => findNoticesJob(context)) },
    'export-data': { concurrency: 1, handle: logged(context.log, (job) => writeExport(context, job)) },
    'refresh-subscription': {
      concurrency: 2,
      handle: logged(context.log, (job) => refreshSubscriptionJob(context, job)),
    },
    'assign-event': { concurrency: 1, handle: logged(context.log, (job) => assignEvent(context, job)) },
    'refresh-dispute': { concurrency: 1, handle: logged(context.log, (job) => refreshDispute(context, job)) },
    'align-charges': {
      concurrency: 1,
      handle: logged(context.log, ({ payload }) => alignCharges(context, payload)),
    },
    'pause-surplus': {
      concurrency: 1,
      handle: logged(context.log, async ({ payload: { userId } }) => {
        await (userId === undefined ? pauseSurplus(context) : pauseSurplusOf(context, userId));
      }),
    },
    'settle-plans': { concurrency: 1, handle: logged(context.log, () => settlePlans(context)) },
    'send-mail': { concurrency: 4, handle: logged(context.log, (job) => sendMail(context, job)) },
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
