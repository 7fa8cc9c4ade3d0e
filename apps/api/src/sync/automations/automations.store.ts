import type { Automation, Db, Prisma, TargetClaim } from '@picksync/db';

export type ActiveAutomation = Automation & { claim: TargetClaim | null };

/** Returns the active automations of a connection with the claims they hold, oldest first. */
export function findActiveAutomations(db: Db, connectionId: string): Promise<ActiveAutomation[]> {
  return db.automation.findMany({
    where: { connectionId, isActive: true },
    include: { claim: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** Clears what is remembered of failures. */
export const withoutFailure = {
  lastError: null,
  lastErrorReason: null,
  failingSince: null,
  unseenSince: null,
};

/** Returns the automations that were paused when another Smartsheet account took the place of this one, oldest first. */
export function findPausedWith(
  db: Db,
  { connectionId, account }: { connectionId: string; account: string },
): Promise<Automation[]> {
  return db.automation.findMany({
    where: { connectionId, isActive: false, pausedBy: 'system', pausedAccount: account },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** Updates an automation of a user; returns null when it is gone. */
export async function updateAutomationRow(
  db: Db,
  { userId, id, data }: { userId: string; id: string; data: Prisma.AutomationUncheckedUpdateManyInput },
): Promise<Automation | null> {
  const [updated] = await db.automation.updateManyAndReturn({ where: { id, userId }, data });
  return updated ?? null;
}

/**
 * Stores the answer to exactly this review, as a sync by hand, so that its result is entered in the activity. Returns
 * null when another review waits. Replaces an earlier answer.
 */
export async function storeAnswer(
  db: Db,
  {
    userId,
    id,
    fingerprint,
    answer,
    at,
  }: { userId: string; id: string; fingerprint: string; answer: 'approve' | 'keep'; at: Date },
): Promise<Automation | null> {
  const [answered] = await db.automation.updateManyAndReturn({
    where: {
      id,
      userId,
      isActive: true,
      lastRunOutcome: 'waiting_review',
      review: { path: ['fingerprint'], equals: fingerprint },
    },
    data: {
      approvedReview: answer === 'approve' ? fingerprint : null,
      keptReview: answer === 'keep' ? fingerprint : null,
      manualSyncAt: at,
    },
  });
  return answered ?? null;
}
