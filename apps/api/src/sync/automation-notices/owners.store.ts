import { plans } from '@picksync/contracts';
import type { Db } from '@picksync/db';

/** Reads what the mail about the end of a trial says: with it, how many automations Free allows, and the plan that is booked. */
export async function findTrial(db: Db, userId: string) {
  const free = await db.plan.findUnique({
    where: { id: plans.free.id },
    select: { name: true, configsLimit: true },
  });
  const user = await db.user.findUnique({
    where: { id: userId },
    select: {
      email: true,
      timeZone: true,
      clock: true,
      dateOrder: true,
      subscriptionStatus: true,
      trialEndDate: true,
      _count: { select: { automations: { where: { isActive: true } } } },
      subscriptions: {
        where: { status: 'scheduled' },
        select: {
          startDate: true,
          priceCents: true,
          currency: true,
          paymentProvider: true,
          plan: { select: { name: true } },
          checkouts: { select: { amountCents: true }, orderBy: { createdAt: 'asc' }, take: 1 },
        },
      },
    },
  });
  return (
    user && {
      ...user,
      freeLimit: free?.configsLimit ?? plans.free.limit,
      freeName: free?.name ?? plans.free.name,
    }
  );
}
