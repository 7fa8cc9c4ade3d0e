import type { Tx } from '@picksync/db';

/** Locks a user's row against everything else, and returns the address; null when the user is gone. */
export async function lockForDeletion(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  return row?.email ?? null;
}

type AtProvider = { provider: 'paypal' | 'razorpay'; reference: string };

/**
 * Returns everything for which a provider may still charge or take money: subscriptions that are not over, and payment
 * pages that are open.
 */
export function findChargeable(tx: Tx, userId: string): Promise<AtProvider[]> {
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
export async function keepCheckouts(tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO deleted_checkouts (id, plan_id, provider, provider_reference, deleted_at)
    SELECT id, plan_id, provider, provider_reference, ${at} FROM checkouts
    WHERE user_id = ${userId}::uuid AND provider IN ('paypal', 'razorpay')`;
}

/** Removes the payer from the books: the receipts hold what the law requires, and nothing else needs it. */
export async function forgetPayer(tx: Tx, userId: string): Promise<void> {
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
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx.contactMessage.deleteMany({ where: { userId } });
  await tx.user.delete({ where: { id: userId } });
}
