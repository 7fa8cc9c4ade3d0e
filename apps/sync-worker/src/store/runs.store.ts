import type { ActivityAction, ActivityStatus } from '@picksync/contracts';
import { type Automation, clearAutomationMarks, Prisma, type PrismaClient, type Tx } from '@picksync/db';

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
  automation: Pick<Automation, 'id' | 'userId' | 'name' | 'dirtyAt' | 'manualSyncAt'>;
  at: Date;
  columns: RunColumns;
  run: Counts & Pick<Prisma.AutomationRunUncheckedCreateInput, 'outcome' | 'durationMs' | 'calls'>;
  activity: (Counts & { action: ActivityAction; status: ActivityStatus; details: string }) | null;
};

/** Writes down a run, all of it or nothing. An automation that was deleted meanwhile leaves no trace. */
export const recordRun = (prisma: PrismaClient, record: RunRecord): Promise<void> =>
  prisma.$transaction(async (tx) => {
    const { automation, at, columns, run, activity } = record;
    const { review, ...rest } = columns;
    const { count } = await tx.automation.updateMany({
      where: { id: automation.id },
      // Dated like the run: a row with another date was changed by somebody else since.
      data: { ...rest, review: review ?? Prisma.DbNull, updatedAt: at },
    });
    if (count === 0) return;
    await tx.automationRun.create({ data: { ...run, automationId: automation.id, at } });
    if (activity !== null) {
      const { id: automationId, userId, name: automationName } = automation;
      const entry = { automationId, automationName, userId, timestamp: at };
      await tx.activityLog.create({ data: { ...entry, ...activity } });
    }
    await clearAutomationMarks(tx, [automation]);
    if (automation.manualSyncAt !== null) await answerManualSync(tx, { ...automation, at });
  });

/** Takes the request away that this run has answered; one that came meanwhile stays. */
const answerManualSync = (
  tx: Tx,
  { id, manualSyncAt, at }: Pick<Automation, 'id' | 'manualSyncAt'> & { at: Date },
) => tx.automation.updateMany({ where: { id, manualSyncAt }, data: { manualSyncAt: null, updatedAt: at } });
