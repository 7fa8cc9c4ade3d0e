import { AppError } from '@picksync/contracts';
import { lockConnectionRows, type Tx, transact } from '@picksync/db';
import { type ActingSession, assertGoesOn } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { findRemoteWebhooks, lockConnectionToDelete } from '../../sync/connection/connection.store.ts';
import { leaveAccount } from '../../sync/connection/disconnect.ts';
import { findConnection } from '../../sync/smartsheet/with-smartsheet.ts';
import { keepSpentOffers } from '../spent-offers/spent-offers.ts';

type Deletion = ActingSession & { email: string; ipAddress: string };

/** How long the user waits for Smartsheet; a job does the rest. */
const endingTimeoutMs = 5000;

/**
 * Deletes an account for good, in one transaction: either all of it is gone or nothing is. What remains to be done at
 * Smartsheet (webhooks, the token) is kept apart from the user and done at once if Smartsheet answers, else by a job. A
 * running sync finds its connection gone and stops; tokens from a refresh that is under way are revoked when they
 * arrive. Returns the error of a call to Smartsheet that failed, else undefined.
 */
export async function deleteAccount(context: Context, deletion: Deletion): Promise<unknown> {
  // A sync that records its outcome at this moment locks the same rows in another order.
  const retiredId = await transact(context.db, (tx) => deleteEverything(context, tx, deletion));
  if (retiredId === undefined) return undefined;
  return context.smartsheet
    .endRetiredAccount({ id: retiredId, signal: AbortSignal.timeout(endingTimeoutMs) })
    .then(
      () => undefined,
      (failure: unknown) => failure,
    );
}

async function deleteEverything(
  context: Context,
  tx: Tx,
  { userId, session, email, ipAddress }: Deletion,
): Promise<string | undefined> {
  const at = context.now();
  const address = await lockForDeletion(tx, userId);
  if (address === null) throw new AppError('unauthenticated');
  await assertGoesOn({ ...context, db: tx }, { userId, session });
  if (address !== email)
    throw new AppError('validation_failed', { errors: { email: 'This is not the email of your account' } });
  await endPayments(context, tx, { userId, at });
  const retiredId = await leaveSmartsheet(context, tx, { userId, at });
  await keepSpentOffers(context, tx, { userId, email: address, at });
  const deletionNoticeId = context.newId();
  // The last mail needs the address.
  await tx.deletionNotice.create({ data: { id: deletionNoticeId, email: address, createdAt: at } });
  await context.sendMailLater(tx, { mail: 'account_deleted', deletionNoticeId });
  await recordAudit(tx, { userId, action: 'account_deleted', network: ipAddress, at });
  await deleteUser(tx, userId);
  return retiredId;
}

/**
 * Ends the payments of a user. Jobs tell the providers to stop charging, and retry while one cannot be reached; they
 * need nothing of the account. What is paid nevertheless is refunded. What was paid stays on the books, without the
 * payer.
 */
async function endPayments(
  context: Context,
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  for (const charged of await findChargeable(tx, userId)) {
    await context.queue.send(tx, 'align-charges', charged);
    // A payment may be under way that is not on our books yet.
    await context.queue.send(tx, 'refresh-subscription', charged);
  }
  await keepCheckouts(tx, { userId, at });
  await releaseCoupons(tx, { userId, at });
  await forgetPayer(tx, userId);
}

/**
 * Retires the Smartsheet account, where there is one. Returns the id of the retired account if it can be ended at once.
 */
async function leaveSmartsheet(
  context: Context,
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
): Promise<string | undefined> {
  const { id } = (await findConnection(tx, userId)) ?? {};
  if (id === undefined) return undefined;
  await lockConnectionRows(tx, id);
  const webhookIds = await findRemoteWebhooks(tx, id);
  // It is locked last of all rows, so that there is no deadlock.
  const connection = await lockConnectionToDelete(tx, id);
  const { tokenExpiresAt } = connection;
  const hasLiveToken = tokenExpiresAt !== null && tokenExpiresAt > at;
  const startAfter = hasLiveToken ? new Date(at.getTime() + 60_000) : at;
  const retired = await leaveAccount(context, tx, { connection, webhookIds, startAfter });
  return hasLiveToken ? retired : undefined;
}

/** Locks a user's row against everything else, and returns the address; null when the user is gone. */
async function lockForDeletion(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  return row?.email ?? null;
}

type AtProvider = { provider: 'paypal' | 'razorpay'; reference: string };

/**
 * Returns everything for which a provider may still charge or take money: subscriptions that are not over, and payment
 * pages that are open.
 */
function findChargeable(tx: Tx, userId: string): Promise<AtProvider[]> {
  return tx.$queryRaw<AtProvider[]>`
    SELECT payment_provider::text AS provider, payment_provider_subscription_id AS reference FROM subscriptions
    WHERE user_id = ${userId}::uuid AND payment_provider = 'paypal' AND payment_provider_subscription_id IS NOT NULL
      AND status IN ('pending', 'scheduled', 'active', 'past_due', 'cancelled')
    UNION
    SELECT provider::text, provider_reference FROM checkouts
    WHERE user_id = ${userId}::uuid AND status = 'open' AND provider IN ('paypal', 'razorpay')
      AND provider_reference IS NOT NULL`;
}

/**
 * Keeps the checkouts that the user may still pay, without the user, so that a job can end them and refund payments.
 */
async function keepCheckouts(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO deleted_checkouts (id, plan_id, provider, provider_reference, deleted_at)
    SELECT id, plan_id, provider, provider_reference, ${at} FROM checkouts
    WHERE user_id = ${userId}::uuid AND provider IN ('paypal', 'razorpay')`;
}

/** Releases the coupons that open pages and booked plans of the user hold: nobody can pay for those any more. Used ones stay used. */
async function releaseCoupons(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await tx.$executeRaw`
    WITH held AS (
      DELETE FROM coupon_redemptions WHERE user_id = ${userId}::uuid AND used_at IS NULL RETURNING coupon_id)
    UPDATE coupons SET current_uses = current_uses - 1, updated_at = ${at}
    WHERE id IN (SELECT coupon_id FROM held)`;
}

/** Removes the payer from the books: the receipts hold what the law requires, and nothing else needs it. */
async function forgetPayer(tx: Tx, userId: string): Promise<void> {
  await tx.paymentTransaction.updateMany({
    where: { userId },
    data: { payerEmail: null, payerName: null, payerId: null, responseData: {} },
  });
}

/**
 * Deletes a user. The database deletes what belongs to them: sessions, codes, keys, the connection with its sheets and
 * webhooks, automations with their runs, activity, subscriptions. Receipts of payments and the events of the security trail
 * stay, without the user. Their messages to support hold their address, so they are deleted as well.
 */
async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.contactMessage.deleteMany({ where: { userId } });
  await tx.user.delete({ where: { id: userId } });
}
