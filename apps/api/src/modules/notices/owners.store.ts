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

/** Reads what the mail about the end of a trial says. */
export function findTrial(db: Db, userId: string) {
  return db.user.findUnique({
    where: { id: userId },
    select: {
      email: true,
      timeZone: true,
      subscriptionStatus: true,
      trialEndDate: true,
      _count: { select: { automations: { where: { isActive: true } } } },
    },
  });
}
