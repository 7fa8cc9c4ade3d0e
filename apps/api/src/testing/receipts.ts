import { randomInt, randomUUID } from 'node:crypto';
import type { Db, Receipt } from '@picksync/db';

/** A receipt of a PayPal payment of $6.99, issued in a year of the past. */
export async function testReceipt(
  db: Db,
  {
    userId,
    planName = 'Basic',
    issuedAt = new Date('2026-11-21T10:00:00Z'),
    totalCents = 699,
  }: {
    userId: string;
    planName?: string;
    issuedAt?: Date;
    totalCents?: number;
  },
): Promise<Receipt> {
  const amount = totalCents / 100;
  const transaction = await db.paymentTransaction.create({
    data: {
      userId,
      provider: 'paypal',
      providerTransactionId: randomUUID(),
      transactionType: totalCents < 0 ? 'refund' : 'payment',
      amount: Math.abs(amount),
      status: 'paid',
      paymentDate: issuedAt,
    },
  });
  const nobody = { name: null, address: [], email: null, taxNumber: null };
  return db.receipt.create({
    data: {
      number: `1999-${randomInt(100_000, 1_000_000)}`,
      userId,
      transactionId: transaction.id,
      issuedAt,
      currency: 'USD',
      totalCents,
      content: {
        planName,
        periodStart: issuedAt.toISOString(),
        periodEnd: null,
        lines: [{ label: planName, detail: null, amount }],
        tax: null,
        seller: nobody,
        buyer: nobody,
        payment: {
          provider: 'PayPal',
          paidAt: issuedAt.toISOString(),
          transactionId: 'S-1',
          subscriptionId: 'I-1',
        },
        refundsNumber: null,
      },
    },
  });
}
