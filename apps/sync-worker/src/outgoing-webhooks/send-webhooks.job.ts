import { entitlements } from '@picksync/contracts/sync';
import type { Job, JobReport, OutgoingWebhook, WebhookDelivery } from '@picksync/db';
import { hasFailedTooLong, type PostResult, pauseAfter } from '@picksync/process';
import type { Context } from '../context.ts';
import {
  type Attempt,
  claimWebhook,
  failPending,
  findBillingStatus,
  findDueDelivery,
  findDueWebhooks,
  recordAttempt,
  releaseWebhook,
  stopWebhook,
} from './outgoing-webhooks.store.ts';
import { openSigningSecrets, signWebhook } from './sign-webhook.ts';

/**
 * How many deliveries a job sends to one receiver before others get their turn, how long it begins another one, and the pause after
 * that: ten a second at most, and receivers that take their time over each answer do not keep all others waiting.
 */
const maxPerTurn = 50;
const maxTurnMs = 20_000;
const turnPauseSeconds = 5;

/**
 * Sends the due deliveries of one outgoing webhook, one after another, so that a slow receiver takes up one slot at most.
 * A receiver that fails ends the turn, and the rest waits for the next minute.
 */
export async function sendWebhooks(
  context: Context,
  { id: jobId, payload: { webhookId }, signal }: Job<'send-webhooks'>,
): Promise<JobReport> {
  const { prisma, queue, now } = context;
  const claim = { id: webhookId, jobId };
  const isClaimed = await claimWebhook(prisma, { ...claim, at: now() });
  if (!isClaimed) return { webhook: webhookId, ended: 'not to be sent' };
  let sent = 0;
  let isHalted = false;
  const turnEnd = now().getTime() + maxTurnMs;
  const isTurnOver = () => sent >= maxPerTurn || now().getTime() >= turnEnd;
  try {
    while (!isTurnOver() && !isHalted && !signal.aborted) {
      // Claimed again each time: its owner may have changed it, or another job may have the claim.
      const webhook = await claimWebhook(prisma, { ...claim, at: now() });
      if (!webhook || !(await isPaidFor(context, webhook))) break;
      const delivery = await findDueDelivery(prisma, { webhookId, at: now() });
      if (!delivery) break;
      isHalted = await deliver(context, { webhook, delivery, signal });
      sent += 1;
    }
  } finally {
    await releaseWebhook(prisma, claim);
  }
  // A delivery that came while this job held the claim could not be sent by another job.
  const isMore = !isHalted && (await findDueDelivery(prisma, { webhookId, at: now() })) !== null;
  if (isMore) {
    const delaySeconds = isTurnOver() ? turnPauseSeconds : 0;
    await queue.send(prisma, 'send-webhooks', { webhookId }, { delaySeconds });
  }
  return { webhook: webhookId, sent, ended: isHalted ? 'halted' : 'done' };
}

async function isPaidFor({ prisma, now }: Context, { id, userId }: OutgoingWebhook): Promise<boolean> {
  const billing = await findBillingStatus(prisma, userId);
  if (entitlements({ ...billing, now: now() }).outgoingWebhooks) return true;
  await failPending(prisma, id, 'plan_ended');
  return false;
}

type Due = { webhook: OutgoingWebhook; delivery: WebhookDelivery; signal: AbortSignal };

/** Tries one delivery and records the result. Returns whether the receiver should be left alone for now. */
async function deliver(context: Context, { webhook, delivery, signal }: Due): Promise<boolean> {
  const { prisma, sealer, postWebhook, now, random } = context;
  const at = now();
  const body = JSON.stringify(delivery.body);
  const secrets = openSigningSecrets(webhook, { sealer, at });
  if (secrets === null) {
    await stopWebhook(prisma, { webhook, stopReason: 'secret_lost' });
    return true;
  }
  const headers = signWebhook({ id: delivery.id, at, body, secrets });
  const { responseStatus, failure } = await postWebhook({ url: webhook.url, headers, body, signal });
  const result = { responseStatus, failure };
  const durationMs = Math.max(0, Math.round(now().getTime() - at.getTime()));
  const outcome = result.failure === null ? 'delivered' : 'failed';
  context.metrics.count('picksync_outgoing_deliveries_total', { outcome });
  const consequence = toConsequence(result, { webhook, delivery, at, random: random() });
  await recordAttempt(prisma, { webhook, delivery, at, durationMs, ...result, ...consequence });
  return isUnwell(result);
}

/** What is kept of the response. */
type Result = Pick<PostResult, 'failure' | 'responseStatus'>;

function toConsequence(
  { failure, responseStatus }: Result,
  { webhook, delivery, at, random }: Pick<Attempt, 'webhook' | 'delivery' | 'at'> & { random: number },
): Pick<Attempt, 'nextAttemptAt' | 'stopReason'> {
  if (failure === null) return { nextAttemptAt: null, stopReason: null };
  // It was entered when other ports were allowed, and no retry changes it.
  if (failure === 'port_refused') return { nextAttemptAt: null, stopReason: failure };
  const isGone = responseStatus === 410;
  const attempts = delivery.attempts + 1;
  const failingMs = at.getTime() - (webhook.failingSince ?? at).getTime();
  const isOver = isGone || hasFailedTooLong({ attempts, failingMs });
  if (isOver) return { nextAttemptAt: null, stopReason: isGone ? 'gone' : 'failing' };
  const pause = pauseAfter(attempts, random);
  return { nextAttemptAt: pause === undefined ? null : new Date(at.getTime() + pause), stopReason: null };
}

/** Returns whether a result is about the receiver: a plain refusal is about one event only. */
function isUnwell({ failure, responseStatus }: Result): boolean {
  if (failure === null) return false;
  const isRefusal = failure === 'status' && responseStatus !== null && responseStatus < 500;
  return !isRefusal || responseStatus === 429 || responseStatus === 410;
}

const maxWebhooks = 5_000;

/**
 * Enqueues a job for every outgoing webhook with a delivery that is due: retries, and those that a worker left when it
 * died.
 */
export async function sweepWebhooks({ prisma, queue, now }: Context): Promise<JobReport> {
  const due = await findDueWebhooks(prisma, { at: now(), limit: maxWebhooks });
  for (const { id: webhookId } of due) await queue.send(prisma, 'send-webhooks', { webhookId });
  return { webhooks: due.length };
}
