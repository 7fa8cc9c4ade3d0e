import type { Context } from '../base/context.ts';
import { planTopics } from '../billing/plan-notices/plan-topics.ts';
import { findNotices } from '../mail/find-notices.ts';
import { automationTopics } from '../sync/automation-notices/automation-topics.ts';
import { pauseFailing } from '../sync/automation-notices/pause-failing.ts';

/** Pauses what has failed for too long, then tells people what is to be told now. */
export async function findNoticesJob(context: Context): Promise<void> {
  await pauseFailing(context);
  await findNotices(context, [...automationTopics, ...planTopics]);
}
