import {
  AppError,
  type editWebhookBody,
  maxOutgoingWebhooks,
  type OutgoingWebhook,
  outgoingWebhook,
  type outgoingWebhookBody,
  type SecurityAction,
  secretOverlapHours,
} from '@picksync/contracts';
import type { Db, OutgoingWebhook as WebhookRow } from '@picksync/db';
import { targetProblem } from '@picksync/process';
import type * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { readEntitlements } from '../../base/entitlements.ts';
import { findPlanName } from '../../base/plans.store.ts';
import { recordAudit } from '../../base/record-audit.ts';
import {
  countWebhooks,
  deleteWebhook,
  failPending,
  findWebhook,
  findWebhooks,
  insertWebhook,
  updateWebhook,
} from './outgoing-webhooks.store.ts';
import { createWebhookSecret, sealAsPrevious, sealSecret } from './webhook-secret.ts';

/** The user who acts, and their address. */
export type Acting = { userId: string; network: string };
export type Which = Acting & { id: string };

type Wanted = z.output<typeof outgoingWebhookBody>;
type WithSecret = { secret: string; webhook: OutgoingWebhook };

const hourMs = 60 * 60 * 1000;

/** Returns a person's outgoing webhooks, newest first. */
export async function listWebhooks(context: Context, userId: string) {
  return (await findWebhooks(context.db, userId)).map((row) => toView(row, context.now()));
}

/**
 * Creates an outgoing webhook and returns it with its secret. Throws `plan_required`, `too_many_webhooks`, and
 * `validation_failed` for an address that may not be called.
 */
export async function createWebhook(
  context: Context,
  { userId, network, url, events }: Acting & Wanted,
): Promise<WithSecret> {
  assertTarget(context, url);
  const { db, sealer, now } = context;
  const [at, id, secret] = [now(), context.newId(), createWebhookSecret(context.randomBytes)];
  const row = await db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertPlan(context, tx, userId);
    if ((await countWebhooks(tx, userId)) >= maxOutgoingWebhooks) throw new AppError('too_many_webhooks');
    const secretSealed = sealSecret(sealer, { id, secret });
    const created = await insertWebhook(tx, { id, userId, url, events, secretSealed, createdAt: at });
    await audit(tx, { userId, network, action: 'webhook_created', row: created, at });
    return created;
  });
  return { secret, webhook: toView(row, at) };
}

/** Changes an outgoing webhook. Throws `not_found`, and `validation_failed` for an address that may not be called. */
export async function editWebhook(
  context: Context,
  which: Which,
  { isActive, url, events }: z.output<typeof editWebhookBody>,
): Promise<OutgoingWebhook> {
  if (url !== undefined) assertTarget(context, url);
  const at = context.now();
  // After it is switched on or gets another address, it starts without failures.
  const isFresh = isActive === true || url !== undefined;
  return context.db.$transaction(async (tx) => {
    if (isActive) await assertPlan(context, tx, which.userId);
    const data = {
      ...(url !== undefined && { url }),
      ...(events && { events }),
      ...(isActive !== undefined && { isActive, stopReason: null }),
      ...(isFresh && { failingSince: null }),
    };
    const row = await updateWebhook(tx, { ...which, data });
    if (!row) throw new AppError('not_found');
    if (isActive) assertTarget(context, row.url);
    if (isActive === false) await failPending(tx, { webhookId: row.id, failure: 'switched_off' });
    await audit(tx, { ...which, action: 'webhook_changed', row, at });
    return toView(row, at);
  });
}

/** Deletes an outgoing webhook. Throws `not_found`. */
export async function removeWebhook(context: Context, which: Which): Promise<void> {
  await context.db.$transaction(async (tx) => {
    const row = await deleteWebhook(tx, which);
    if (!row) throw new AppError('not_found');
    await audit(tx, { ...which, action: 'webhook_deleted', row, at: context.now() });
  });
}

/** Creates a new secret and returns it; the old one also signs for a while. Throws `not_found`. */
export async function rotateSecret(context: Context, which: Which): Promise<WithSecret> {
  const at = context.now();
  const secret = createWebhookSecret(context.randomBytes);
  const row = await context.db.$transaction(async (tx) => {
    await lockUser(tx, which.userId);
    const before = await requireWebhook(tx, which);
    const previousSecretSealed = sealAsPrevious(context.sealer, before);
    const until = new Date(at.getTime() + secretOverlapHours * hourMs);
    const data = {
      secretSealed: sealSecret(context.sealer, { id: before.id, secret }),
      previousSecretSealed,
      previousSecretUntil: previousSecretSealed === null ? null : until,
    };
    const rotated = await updateWebhook(tx, { ...which, data });
    if (!rotated) throw new AppError('not_found');
    await audit(tx, { ...which, action: 'webhook_changed', row: rotated, at });
    return rotated;
  });
  return { secret, webhook: toView(row, at) };
}

/** Returns the row of one of the person's. Throws `not_found`. */
export async function requireWebhook(db: Db, which: { userId: string; id: string }): Promise<WebhookRow> {
  const row = await findWebhook(db, which);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Throws `plan_required` for a person whose plan does not include outgoing webhooks. */
export async function assertPlan(context: Context, db: Db, userId: string) {
  const { outgoingWebhooks } = await readEntitlements(db, { userId, now: context.now() });
  if (outgoingWebhooks) return;
  const premium = await findPlanName(db, 'premium');
  throw new AppError('plan_required', { message: `Outgoing webhooks are part of ${premium}.` });
}

function assertTarget(context: Context, url: string): void {
  const problem = targetProblem(url, context.settings.webhookTargets);
  if (problem)
    throw new AppError('validation_failed', { message: problem.message, errors: { url: problem.message } });
}

type Audited = Acting & { action: SecurityAction; row: WebhookRow; at: Date };

/** Only the host: paths and queries of such addresses are often secrets. */
async function audit(tx: Db, { userId, network, action, row, at }: Audited): Promise<void> {
  const details = { name: new URL(row.url).hostname.slice(0, 200) };
  await recordAudit(tx, { userId, network, action, details, at });
}

function toView(row: WebhookRow, now: Date): OutgoingWebhook {
  const overlap = row.previousSecretUntil;
  return outgoingWebhook.parse({
    ...row,
    failingSince: row.failingSince?.toISOString() ?? null,
    previousSecretUntil: overlap && overlap > now ? overlap.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  });
}
