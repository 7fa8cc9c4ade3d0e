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
import {
  type Db,
  type Prisma,
  type Sealer,
  sealedColumns,
  type Tx,
  UnsealError,
  type OutgoingWebhook as WebhookRow,
} from '@picksync/db';
import { targetProblem } from '@picksync/process';
import type * as z from 'zod';
import { type ActingSession, lockActingUser } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { findPlanName } from '../../base/plans.store.ts';
import { readEntitlements } from '../../base/read-entitlements.ts';
import { type Actor, recordAudit } from '../../base/record-audit.ts';

/** The user who acts, and one of their webhooks. */
type OwnWebhook = Actor & { id: string };

/** The same, of a session that is asked again whether it goes on: what it changes here outlives it. */
type ActingOwner = OwnWebhook & ActingSession;

type Wanted = z.output<typeof outgoingWebhookBody>;
type WithSecret = { secret: string; webhook: OutgoingWebhook };

const hourMs = 60 * 60 * 1000;

/** Returns a person's outgoing webhooks, newest first. They are few. */
export async function listWebhooks(context: Context, userId: string) {
  const rows = await context.db.outgoingWebhook.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return rows.map((row) => toView(row, context.now()));
}

/**
 * Creates an outgoing webhook and returns it with its secret. Throws `plan_required`, `too_many_webhooks`, and
 * `validation_failed` for an address that may not be called.
 */
export async function createWebhook(
  context: Context,
  { userId, network, session, url, events }: Actor & ActingSession & Wanted,
): Promise<WithSecret> {
  assertTarget(context, url);
  const { db, sealer, now } = context;
  const [at, id, secret] = [now(), context.newId(), createWebhookSecret(context.randomBytes)];
  const row = await db.$transaction(async (tx) => {
    await lockActingUser(context, tx, { userId, session });
    await assertPlan(context, tx, userId);
    const count = await tx.outgoingWebhook.count({ where: { userId } });
    if (count >= maxOutgoingWebhooks) throw new AppError('too_many_webhooks');
    const secretSealed = sealSecret(sealer, { id, secret });
    const data = { id, userId, url, events, secretSealed, createdAt: at };
    const created = await tx.outgoingWebhook.create({ data });
    await audit(tx, { userId, network, action: 'webhook_created', row: created, at });
    return created;
  });
  return { secret, webhook: toView(row, at) };
}

/** Changes an outgoing webhook. Throws `not_found`, and `validation_failed` for an address that may not be called. */
export async function editWebhook(
  context: Context,
  owned: ActingOwner,
  { isActive, url, events }: z.output<typeof editWebhookBody>,
): Promise<OutgoingWebhook> {
  if (url !== undefined) assertTarget(context, url);
  const at = context.now();
  // After it is switched on or gets another address, it starts without failures.
  const isFresh = isActive === true || url !== undefined;
  return context.db.$transaction(async (tx) => {
    await lockActingUser(context, tx, owned);
    if (isActive) await assertPlan(context, tx, owned.userId);
    const before = await lockWebhook(tx, owned);
    const data = {
      ...(url !== undefined && { url }),
      ...(events && { events }),
      ...(isActive !== undefined && { isActive, stopReason: null }),
      ...(isFresh && { failingSince: null }),
    };
    const row = await updateWebhook(tx, owned, data);
    if (isActive) assertTarget(context, row.url);
    // Nothing is sent by itself to a webhook that was off meanwhile: a run may have added something as it was switched off.
    if (isActive === false || (isActive && !before.isActive)) await endPendingDeliveries(tx, { id: row.id });
    await audit(tx, { ...owned, action: 'webhook_changed', row, at });
    return toView(row, at);
  });
}

/** Ends what waits for an outgoing webhook, or for all of a user. */
export async function endPendingDeliveries(
  tx: Tx,
  webhook: { id: string } | { userId: string },
): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { webhook, state: 'pending' },
    data: { state: 'failed', nextAttemptAt: null, failure: 'switched_off' },
  });
}

/** Deletes an outgoing webhook, with its deliveries. Throws `not_found`. */
export async function removeWebhook(context: Context, owned: OwnWebhook): Promise<void> {
  await context.db.$transaction(async (tx) => {
    const row = await requireWebhook(tx, owned);
    const { count } = await tx.outgoingWebhook.deleteMany({ where: { id: row.id, userId: row.userId } });
    if (count === 0) throw new AppError('not_found');
    await audit(tx, { ...owned, action: 'webhook_deleted', row, at: context.now() });
  });
}

/** Creates a new secret and returns it; the old one also signs for a while. Throws `not_found`. */
export async function rotateSecret(context: Context, owned: ActingOwner): Promise<WithSecret> {
  const at = context.now();
  const secret = createWebhookSecret(context.randomBytes);
  const row = await context.db.$transaction(async (tx) => {
    await lockActingUser(context, tx, owned);
    const before = await requireWebhook(tx, owned);
    const previousSecretSealed = sealAsPrevious(context.sealer, before);
    const until = new Date(at.getTime() + secretOverlapHours * hourMs);
    const data = {
      secretSealed: sealSecret(context.sealer, { id: before.id, secret }),
      previousSecretSealed,
      previousSecretUntil: previousSecretSealed === null ? null : until,
    };
    const rotated = await updateWebhook(tx, owned, data);
    await audit(tx, { ...owned, action: 'webhook_changed', row: rotated, at });
    return rotated;
  });
  return { secret, webhook: toView(row, at) };
}

/** Returns the row of one of the person's. Throws `not_found`. */
export async function requireWebhook(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<WebhookRow> {
  const row = await db.outgoingWebhook.findFirst({ where: { id, userId } });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Does the same, and keeps it from being changed or deleted until the transaction ends. */
export async function lockWebhook(tx: Tx, owned: { userId: string; id: string }): Promise<WebhookRow> {
  const { userId, id } = owned;
  await tx.$executeRaw`
    SELECT FROM outgoing_webhooks WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR NO KEY UPDATE`;
  return requireWebhook(tx, owned);
}

/** Updates one of the person's. Throws `not_found`. */
async function updateWebhook(
  db: Db,
  { userId, id }: OwnWebhook,
  data: Prisma.OutgoingWebhookUncheckedUpdateManyInput,
): Promise<WebhookRow> {
  const [updated] = await db.outgoingWebhook.updateManyAndReturn({ where: { id, userId }, data });
  if (!updated) throw new AppError('not_found');
  return updated;
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

type Audited = Actor & { action: SecurityAction; row: WebhookRow; at: Date };

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

/** Returns a new secret in the form of Standard Webhooks: 256 random bits. */
function createWebhookSecret(randomBytes: (size: number) => Buffer): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Returns a secret sealed for its row. */
function sealSecret(sealer: Sealer, { id, secret }: { id: string; secret: string }): string {
  return sealer.seal(secret, sealedColumns.outgoingSecret.identity(id));
}

/** Returns the present secret sealed as the previous one; null when it can no longer be read. */
function sealAsPrevious(sealer: Sealer, { id, secretSealed }: WebhookRow): string | null {
  try {
    const secret = sealer.open(secretSealed, sealedColumns.outgoingSecret.identity(id));
    return sealer.seal(secret, sealedColumns.previousOutgoingSecret.identity(id));
  } catch (error) {
    if (error instanceof UnsealError) return null;
    throw error;
  }
}
