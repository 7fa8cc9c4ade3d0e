import type { ActivityAction, ActivityStatus } from '@picksync/contracts';
import { type Automation, clearAutomationMarks, Prisma, type PrismaClient, type Tx } from '@picksync/db';
import { whereUnchanged } from './accounts.store.ts';

/** What a run changes in its automation's row. */
export type RunColumns = Pick<
  Prisma.AutomationUncheckedUpdateManyInput,
  | 'sourceSheetName'
  | 'sourceColumnName'
  | 'sheetName'
  | 'targetColumnName'
  | 'lastRunAt'
  | 'lastRunOutcome'
  | 'lastRunAdded'
  | 'lastRunRemoved'
  | 'lastRunOptionCount'
  | 'lastRunWarnings'
  | 'lastUpdated'
  | 'lastError'
  | 'lastErrorReason'
  | 'failingSince'
  | 'targetFingerprint'
> & { review: Prisma.InputJsonObject | null };

type Counts = { added: number; removed: number; optionCount: number | null };

export type RunRecord = {
  /** As it was when it was taken up; exactly the mark seen then is taken away. */
  automation: Automation;
  at: Date;
  columns: RunColumns;
  run: Counts & Pick<Prisma.AutomationRunUncheckedCreateInput, 'outcome' | 'durationMs' | 'calls'>;
  activity: (Counts & { action: ActivityAction; status: ActivityStatus; details: string }) | null;
};

/**
 * Writes down a run, all of it or nothing. Of an automation that was paused, deleted or changed meanwhile the run says
 * nothing any more, and its marks are left to the next one; but a dropdown that was written is told all the same.
 */
export const recordRun = (prisma: PrismaClient, record: RunRecord): Promise<void> =>
  prisma.$transaction(async (tx) => {
    const { automation, at, columns } = record;
    const { id, manualSyncAt } = automation;
    const { review, ...rest } = columns;
    if (record.run.outcome === 'changed') await countUpdate(tx, automation.userId);
    const { count } = await tx.automation.updateMany({
      where: whereUnchanged(automation),
      // Dated like the run: a row with another date was changed by somebody else since.
      data: { ...rest, review: review ?? Prisma.DbNull, updatedAt: at },
    });
    const isCurrent = count === 1;
    if (!isCurrent && !(await isToldAllTheSame(tx, record))) return;
    await tell(tx, record);
    if (!isCurrent) return;
    await clearAutomationMarks(tx, [automation]);
    await spendApproval(tx, record);
    if (manualSyncAt !== null) await answerManualSync(tx, { id, manualSyncAt, at });
  });

const isToldAllTheSame = async (tx: Tx, { automation: { id }, run }: RunRecord): Promise<boolean> =>
  run.outcome === 'changed' && (await tx.automation.count({ where: { id } })) === 1;

async function tell(tx: Tx, { automation, at, run, activity }: RunRecord): Promise<void> {
  const { id: automationId, userId, name: automationName } = automation;
  await tx.automationRun.create({ data: { ...run, automationId, at } });
  if (activity === null) return;
  const entry = { automationId, automationName, userId, timestamp: at };
  await tx.activityLog.create({ data: { ...entry, ...activity, outcome: run.outcome } });
}

/** Before the automation's row, as by everybody who changes both: so no two wait for each other. */
const countUpdate = (tx: Tx, userId: string) =>
  tx.user.updateMany({ where: { id: userId }, data: { dropdownUpdates: { increment: 1 } } });

/** An approval is good for one run; one that came meanwhile stays. */
async function spendApproval(tx: Tx, { automation: { id, approvedReview }, at }: RunRecord): Promise<void> {
  if (approvedReview === null) return;
  await tx.automation.updateMany({
    where: { id, approvedReview },
    data: { approvedReview: null, updatedAt: at },
  });
}

/** Takes the request away that this run has answered; one that came meanwhile stays. */
const answerManualSync = (
  tx: Tx,
  { id, manualSyncAt, at }: Pick<Automation, 'id' | 'manualSyncAt'> & { at: Date },
) => tx.automation.updateMany({ where: { id, manualSyncAt }, data: { manualSyncAt: null, updatedAt: at } });
