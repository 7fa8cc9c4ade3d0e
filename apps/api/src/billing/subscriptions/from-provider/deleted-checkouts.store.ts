import type { PaymentProvider, Tx } from '@picksync/db';

export type DeletedCheckout = { id: string; plan: { name: string } };

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns the checkout of a deleted account, by the reference we kept or by the id that the provider carries, and lets one transaction
 * at a time work on it; null when there is none.
 */
export async function lockDeletedCheckout(
  tx: Tx,
  { provider, reference, id }: { provider: PaymentProvider; reference: string; id: string | null },
): Promise<DeletedCheckout | null> {
  const carried = id !== null && uuid.test(id) ? id : null;
  const [row] = await tx.$queryRaw<{ id: string; name: string }[]>`
    SELECT d.id, p.name FROM deleted_checkouts d JOIN plans p ON p.id = d.plan_id
    WHERE d.provider = ${provider}::payment_provider
      AND (d.provider_reference = ${reference} OR d.provider_reference IS NULL AND d.id = ${carried}::uuid)
    FOR UPDATE OF d`;
  if (!row) return null;
  await tx.deletedCheckout.update({ where: { id: row.id }, data: { providerReference: reference } });
  return { id: row.id, plan: { name: row.name } };
}
