import { entitlements } from '@picksync/contracts';
import {
  type OutgoingWebhook,
  type PrismaClient,
  type Queue,
  type Sealer,
  UnsealError,
  type WebhookDelivery,
} from '@picksync/db';
import type { Work } from '../run-job.ts';
import {
  type Attempt,
  claimWebhook,
  failPending,
  findDueDelivery,
  findDueWebhooks,
  findStandingOf,
  recordAttempt,
  releaseWebhook,
  stopWebhook,
} from '../store/outgoing-webhooks.store.ts';
import { hasFailedTooLong, nextAttempt } from './outgoing/next-attempt.ts';
import type { PostResult, PostWebhook } from './outgoing/post-webhook.ts';
import { secretsOf, signedHeaders } from './outgoing/signed-headers.ts';

export type SendWebhooksDeps = {
  prisma: PrismaClient;
  queue: Queue;
  sealer: Sealer;
  postWebhook: PostWebhook;
  now: () => Date;
  random: () => number;
};

/**
 * How many deliveries a job sends to one receiver before others get their turn, and the pause after that: ten a second
 * at most.
 */
const maxPerTurn = 50;
const turnPauseSeconds = 5;

/**
 * Sends what is due to one outgoing webhook, one after another, so that a slow receiver never holds more than one slot.
 * A receiver that fails ends the turn, and the rest waits for the next minute.
 */
export function sendWebhooks(deps: SendWebhooksDeps): Work<'send-webhooks'> {
  return async ({ id: jobId, payload: { webhookId }, signal }) => {
    const { prisma, queue, now } = deps;
    const claim = { id: webhookId, jobId };
    const isClaimed = await claimWebhook(prisma, { ...claim, at: now() });
    if (!isClaimed) return { webhook: webhookId, ended: 'not to be sent' };
    let sent = 0;
    let isHalted = false;
    try {
      while (sent < maxPerTurn && !isHalted && !signal.aborted) {
        // Claimed again each time: its owner may have changed it, or another job may have the claim.
        const webhook = await claimWebhook(prisma, { ...claim, at: now() });
        if (!webhook || !(await isPaidFor(webhook, deps))) break;
        const delivery = await findDueDelivery(prisma, { webhookId, at: now() });
        if (!delivery) break;
        isHalted = await deliver({ webhook, delivery, signal }, deps);
        sent += 1;
      }
    } finally {
      await releaseWebhook(prisma, claim);
    }
    // A delivery that came while this job held the claim could not be sent by another job.
    const isMore = !isHalted && (await findDueDelivery(prisma, { webhookId, at: now() })) !== null;
    if (isMore) {
      const delaySeconds = sent < maxPerTurn ? 0 : turnPauseSeconds;
      await queue.send(prisma, 'send-webhooks', { webhookId }, { delaySeconds });
    }
    return { webhook: webhookId, sent, ended: isHalted ? 'halted' : 'done' };
  };
}

async function isPaidFor({ id, userId }: OutgoingWebhook, { prisma, now }: SendWebhooksDeps) {
  const standing = await findStandingOf(prisma, userId);
  if (entitlements({ ...standing, now: now() }).outgoingWebhooks) return true;
  await failPending(prisma, { webhookId: id, failure: 'plan_ended' });
  return false;
}

type Due = { webhook: OutgoingWebhook; delivery: WebhookDelivery; signal: AbortSignal };

/** Tries one delivery and records the result. Returns whether the receiver should be left alone for now. */
async function deliver({ webhook, delivery, signal }: Due, deps: SendWebhooksDeps): Promise<boolean> {
  const at = deps.now();
  const body = JSON.stringify(delivery.body);
  const secrets = readableSecrets(webhook, { sealer: deps.sealer, at });
  if (secrets === null) {
    await stopWebhook(deps.prisma, { webhook, stopReason: 'secret_lost' });
    return true;
  }
  const headers = signedHeaders({ id: delivery.id, at, body, secrets });
  const result = await deps.postWebhook({ url: webhook.url, headers, body, signal });
  const durationMs = Math.max(0, Math.round(deps.now().getTime() - at.getTime()));
  const consequence = consequenceOf(result, { webhook, delivery, at, random: deps.random() });
  await recordAttempt(deps.prisma, { webhook, delivery, at, durationMs, ...result, ...consequence });
  return isUnwell(result);
}

/** Returns null when the key that they were sealed with is lost: a retry would not help. */
function readableSecrets(...of: Parameters<typeof secretsOf>): string[] | null {
  try {
    return secretsOf(...of);
  } catch (error) {
    if (error instanceof UnsealError) return null;
    throw error;
  }
}

function consequenceOf(
  { failure, responseStatus }: PostResult,
  { webhook, delivery, at, random }: Pick<Attempt, 'webhook' | 'delivery' | 'at'> & { random: number },
): Pick<Attempt, 'nextAttemptAt' | 'stopReason'> {
  if (failure === null) return { nextAttemptAt: null, stopReason: null };
  // It was entered when other ports were allowed, and no retry changes it.
  if (failure === 'port_refused') return { nextAttemptAt: null, stopReason: failure };
  const isGone = responseStatus === 410;
  const attempts = delivery.attempts + 1;
  const isOver = isGone || hasFailedTooLong({ failingSince: webhook.failingSince, attempts, at });
  if (isOver) return { nextAttemptAt: null, stopReason: isGone ? 'gone' : 'failing' };
  return { nextAttemptAt: nextAttempt({ attempts, at, random }), stopReason: null };
}

/** Returns whether a result is about the receiver: a plain refusal is about one event only. */
function isUnwell({ failure, responseStatus }: PostResult): boolean {
  if (failure === null) return false;
  const isRefusal = failure === 'status' && responseStatus !== null && responseStatus < 500;
  return !isRefusal || responseStatus === 429 || responseStatus === 410;
}

const maxWebhooks = 5_000;

/**
 * Enqueues a job for every outgoing webhook with a delivery that is due: retries, and those that a worker left when it
 * died.
 */
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
