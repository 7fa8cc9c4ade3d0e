import type { Automation, Db, Prisma, TargetClaim } from '@picksync/db';

export function findAutomation(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<Automation | null> {
  return db.automation.findFirst({ where: { id, userId } });
}

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

/** Returns the claim on a column; null when there is none. */
export function findClaim(
  db: Db,
  { region, sheetId, targetColumnId }: Pick<TargetClaim, 'region' | 'sheetId'> & { targetColumnId: string },
): Promise<TargetClaim | null> {
  const column = { region, sheetId, columnId: targetColumnId };
  return db.targetClaim.findUnique({ where: { region_sheetId_columnId: column } });
}

export function insertAutomationRow(
  db: Db,
  data: Prisma.AutomationUncheckedCreateInput,
): Promise<Automation> {
  return db.automation.create({ data });
}

/** Updates an automation of a user; returns null when it is gone. */
export async function updateAutomationRow(
  db: Db,
  { userId, id, data }: { userId: string; id: string; data: Prisma.AutomationUncheckedUpdateManyInput },
): Promise<Automation | null> {
  const [updated] = await db.automation.updateManyAndReturn({ where: { id, userId }, data });
  return updated ?? null;
}

/** Stores the name of a source sheet, unless the automation has another source by now. */
export async function saveSourceName(
  db: Db,
  {
    userId,
    id,
    sourceSheetId,
    ...name
  }: WhichSource & Pick<Automation, 'sourceSheetName' | 'sourceSheetPermalink'>,
): Promise<void> {
  await db.automation.updateMany({ where: { id, userId, sourceSheetId }, data: name });
}
type WhichSource = { userId: string; id: string; sourceSheetId: string };

/**
 * Stores the answer to exactly this review, as a sync by hand, so that its result is entered in the activity. Returns
 * null when another review waits. Replaces an earlier answer.
 */
export async function storeAnswer(
  db: Db,
  { userId, id, fingerprint, answer, at }: StoredAnswer,
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

type StoredAnswer = WhichReview & { answer: 'approve' | 'keep'; at: Date };
type WhichReview = { userId: string; id: string; fingerprint: string };

/** Deletes an automation of a user; false when it is gone already. */
export async function deleteAutomationRow(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { count } = await db.automation.deleteMany({ where: { id, userId } });
  return count === 1;
}
