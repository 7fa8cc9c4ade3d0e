import type { Work } from '../run-job.ts';
import { findDueWebhooks } from '../store/outgoing-webhooks.store.ts';
import type { SendWebhooksDeps } from './send-webhooks.job.ts';

const maxWebhooks = 5_000;

/** Enqueues a job for every outgoing webhook for which something is due: retries, and what a worker that died has left. */
export function sweepWebhooks({
  prisma,
  queue,
  now,
}: Pick<SendWebhooksDeps, 'prisma' | 'queue' | 'now'>): Work<'sweep-webhooks'> {
  return async () => {
    const due = await findDueWebhooks(prisma, { at: now(), limit: maxWebhooks });
    for (const { id: webhookId } of due) await queue.send(prisma, 'send-webhooks', { webhookId });
    return { webhooks: due.length };
  };
}
