import { plans } from '@picksync/contracts';
import type { Db } from '@picksync/db';

/** Reads what the mail about a lost connection says. */
export function findConnectionOwner(db: Db, userId: string) {
  return db.user.findUnique({
    where: { id: userId },
    select: {
      email: true,
      connection: {
        select: {
          status: true,
          statusReason: true,
          accountEmail: true,
          _count: { select: { automations: { where: { isActive: true } } } },
        },
      },
    },
  });
}

/** Reads what the mail about the end of a trial says: with it, how many automations Free allows. */
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
      subscriptionStatus: true,
      trialEndDate: true,
      _count: { select: { automations: { where: { isActive: true } } } },
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
