import { type Handlers, type Job, type QueueName, runJob } from '@picksync/db';
import { measureJobs } from '@picksync/metrics';
import { traceJobs } from '@picksync/process';
import type { Context } from '../base/context.ts';
import { refreshDispute } from '../billing/disputes/refresh-dispute.ts';
import { planTopics } from '../billing/plan-notices/plan-topics.ts';
import { assignEvent } from '../billing/provider-events/receive-provider-event.ts';
import { pauseSurplus, pauseUserSurplus } from '../billing/settle-plans/pause-surplus.ts';
import { settlePlans } from '../billing/settle-plans/settle-plans.ts';
import { alignCharges } from '../billing/subscriptions/align-charges.ts';
import { refreshSubscriptionJob } from '../billing/subscriptions/from-provider/refresh-subscription.job.ts';
import { findNotices } from '../mail/find-notices.ts';
import { writeExport } from '../people/data-exports/data-exports.ts';
import { enqueueDueNotices } from '../people/notice-channels/channel-notices.store.ts';
import { automationTopics } from '../sync/automation-notices/automation-topics.ts';
import { pauseFailing } from '../sync/automations/pause-failing.ts';
import { lookIntoRule } from '../sync/rules/look-into-rule.ts';
import { ruleTopics } from '../sync/rules/rule-topics.ts';
import { sendMail } from './send-mail.job.ts';
import { sendNotice } from './send-notice.job.ts';

/** Returns the handlers of the queues this process owns. A queue without a handler does not compile. */
export function createHandlers(context: Context): Handlers<'api'> {
  const onEnd = measureJobs(context.metrics);
  const inTraceOf = traceJobs(context.tracing);
  const logged = <N extends QueueName>(work: (job: Job<N>) => Promise<void>) =>
    runJob<N>({ log: context.log, now: () => new Date(), work, onEnd, inTraceOf });
  return {
    'find-notices': { concurrency: 1, handle: logged(() => findNoticesJob(context)) },
    'export-data': { concurrency: 1, handle: logged((job) => writeExport(context, job)) },
    'refresh-subscription': {
      concurrency: 2,
      handle: logged((job) => refreshSubscriptionJob(context, job)),
    },
    'assign-event': { concurrency: 1, handle: logged((job) => assignEvent(context, job)) },
    'refresh-dispute': { concurrency: 1, handle: logged((job) => refreshDispute(context, job)) },
    'align-charges': { concurrency: 1, handle: logged(({ payload }) => alignCharges(context, payload)) },
    'pause-surplus': {
      concurrency: 1,
      handle: logged(async ({ payload: { userId } }) => {
        await (userId === undefined ? pauseSurplus(context) : pauseUserSurplus(context, userId));
      }),
    },
    'look-into-rule': {
      // One that waits for calls waits for a minute, and holds up the short ones of others.
      concurrency: 6,
      handle: logged(({ payload: { ruleId }, attempt, signal }) =>
        lookIntoRule(context, { ruleId, attempt, signal }),
      ),
    },
    'settle-plans': { concurrency: 1, handle: logged(() => settlePlans(context)) },
    'send-notice': { concurrency: 2, handle: logged((job) => sendNotice(context, job)) },
    'send-mail': { concurrency: 4, handle: logged((job) => sendMail(context, job)) },
  };
}

/** Pauses what has failed for too long, then tells people what is to be told now, and what a channel has not taken yet. */
export async function findNoticesJob(context: Context): Promise<void> {
  await pauseFailing(context);
  await findNotices(context, [...automationTopics, ...ruleTopics, ...planTopics]);
  await enqueueDueNotices(context);
}
