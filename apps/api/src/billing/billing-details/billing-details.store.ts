import { type BillingDetails, emptyBillingDetails } from '@picksync/contracts';
import type { Db, Tx } from '@picksync/db';

const columns = {
  name: true,
  company: true,
  address: true,
  postalCode: true,
  city: true,
  region: true,
  country: true,
  taxId: true,
} as const satisfies Record<keyof BillingDetails, true>;

/** Returns a user's billing details; every field is empty if the user has given none. */
export async function findBillingDetails(db: Db, userId: string): Promise<BillingDetails> {
  return (await db.billingDetails.findUnique({ where: { userId }, select: columns })) ?? emptyBillingDetails;
}

export async function writeBillingDetails(
  tx: Tx,
  { userId, details, at }: { userId: string; details: BillingDetails; at: Date },
): Promise<void> {
  const data = { ...details, updatedAt: at };
  await tx.billingDetails.upsert({ where: { userId }, create: { userId, ...data }, update: data });
}
