import type { BillingStatus, DeliveryFailure } from '@picksync/contracts';
import {
  billingFields,
  type Db,
  type OutgoingWebhook,
  type PrismaClient,
  type WebhookDelivery,
  type WebhookStopReason,
} from '@picksync/db';

/** How long a claim holds before another job may send to the webhook. Longer than one try takes. */
const claimMs = 60_000;

type Claim = { id: string; jobId: string; at: Date };

/** Claims a webhook for a job, or claims it for longer. Returns null when another job sends to it, or nobody should. */
export async function claimWebhook(
  prisma: PrismaClient,
  { id, jobId, at }: Claim,
): Promise<OutgoingWebhook | null> {
  const [claimed] = await prisma.outgoingWebhook.updateManyAndReturn({
    where: {
      id,
      isActive: true,
      OR: [{ claimedBy: null }, { claimedBy: jobId }, { claimedUntil: { lte: at } }],
    },
    data: { claimedBy: jobId, claimedUntil: new Date(at.getTime() + claimMs) },
  });
  return claimed ?? null;
}

export async function releaseWebhook(
  prisma: PrismaClient,
  { id, jobId }: { id: string; jobId: string },
): Promise<void> {
  await prisma.outgoingWebhook.updateMany({
    where: { id, claimedBy: jobId },
    data: { claimedBy: null, claimedUntil: null },
  });
}

/** Returns what decides whether the owner of a webhook may have one. */
export async function findBillingStatus(
  prisma: PrismaClient,
  userId: string,
): Promise<Omit<BillingStatus, 'now'>> {
  const { subscriptionTier: tier, ...user } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: billingFields,
  });
  return { ...user, tier };
}

/** Returns the delivery of a webhook that is due for the longest time; null when none is. */
export function findDueDelivery(
  prisma: PrismaClient,
  { webhookId, at }: { webhookId: string; at: Date },
): Promise<WebhookDelivery | null> {
  return prisma.webhookDelivery.findFirst({
    where: { webhookId, state: 'pending', nextAttemptAt: { lte: at } },
    orderBy: [{ nextAttemptAt: 'asc' }, { id: 'asc' }],
  });
}

/** Returns webhooks for which something is due and nobody sends. */
export function findDueWebhooks(
  prisma: PrismaClient,
  { at, limit }: { at: Date; limit: number },
): Promise<{ id: string }[]> {
  return prisma.$queryRaw<{ id: string }[]>`
    SELECT w.id FROM outgoing_webhooks w
    WHERE w.is_active AND (w.claimed_until IS NULL OR w.claimed_until <= ${at})
      AND EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE d.webhook_id = w.id AND d.state = 'pending' AND d.next_attempt_at <= ${at})
    LIMIT ${limit}`;
}

export type Attempt = {
  webhook: OutgoingWebhook;
  delivery: WebhookDelivery;
  at: Date;
  durationMs: number;
  responseStatus: number | null;
  failure: DeliveryFailure | null;
  /** When to try again; null for never. */
  nextAttemptAt: Date | null;
  /** Why nothing more is sent to the webhook, from now on. */
  stopReason: WebhookStopReason | null;
};

/** Records a try and its effect on the webhook. A delivery that was changed meanwhile stays as it is. */
export async function recordAttempt(prisma: PrismaClient, attempt: Attempt): Promise<void> {
  const { webhook, delivery, at, durationMs, responseStatus, failure, nextAttemptAt, stopReason } = attempt;
  const { id, url, isActive } = webhook;
  const state = failure === null ? 'delivered' : nextAttemptAt ? 'pending' : 'failed';
  await prisma.$transaction(async (tx) => {
    // The result says nothing about a webhook whose address has changed meanwhile.
    const failingSince = failure === null ? null : (webhook.failingSince ?? at);
    const stop = stopReason && { isActive: false, stopReason };
    const { count } = await tx.outgoingWebhook.updateMany({
      where: { id, url, isActive },
      data: { failingSince, ...stop },
    });
    const attempts = delivery.attempts + 1;
    await tx.webhookDelivery.updateMany({
      where: { id: delivery.id, state: 'pending', nextAttemptAt: delivery.nextAttemptAt },
      data: { state, attempts, lastAttemptAt: at, nextAttemptAt, responseStatus, durationMs, failure },
    });
    if (stop && count === 1) await failPending(tx, id, 'switched_off');
  });
}

/** Switches off a webhook that cannot send, unless its address or its secret has changed meanwhile. */
export async function stopWebhook(
  prisma: PrismaClient,
  { webhook, stopReason }: { webhook: OutgoingWebhook; stopReason: WebhookStopReason },
): Promise<void> {
  const { id, url, secretSealed } = webhook;
  await prisma.$transaction(async (tx) => {
    const { count } = await tx.outgoingWebhook.updateMany({
      where: { id, url, secretSealed, isActive: true },
      data: { isActive: false, stopReason },
    });
    if (count === 1) await failPending(tx, id, 'switched_off');
  });
}

/** Fails the deliveries that are pending. */
export async function failPending(db: Db, webhookId: string, failure: DeliveryFailure): Promise<void> {
  await db.webhookDelivery.updateMany({
    where: { webhookId, state: 'pending' },
    data: { state: 'failed', nextAttemptAt: null, failure },
  });
}
