import type { ActivityAction, ActivityStatus, SettingName } from '@picksync/contracts';
import type { Automation, Prisma, RowIntent } from '@picksync/db';
import type { NamesAfter } from '../automations/names.store.ts';

/** What a run changes in its automation's row: nothing that its owner decides. */
export type RunColumns = Omit<
  Prisma.AutomationUncheckedUpdateManyInput,
  | SettingName
  | 'id'
  | 'userId'
  | 'connectionId'
  | 'name'
  | 'sourceSheetId'
  | 'sourceColumnId'
  | 'sheetId'
  | 'targetColumnId'
  | 'settingsVersion'
  | 'dirtyAt'
  | 'review'
> & { review: Prisma.InputJsonObject | null };

type Counts = { added: number; removed: number; optionCount: number | null };

type RunRow = Counts & Omit<Prisma.AutomationRunUncheckedCreateInput, 'id' | 'automationId' | 'at'>;
type Activity = Counts & {
  action: ActivityAction;
  status: ActivityStatus;
  details: string;
  /** The same for all entries that are shown as one. */
  groupId: string | null;
};

/** A write that an earlier run made and did not record. */
export type RecoveredWrite = { at: Date; run: RunRow; activity: Activity };

export type RunRecord = {
  /** As it was when the pass began; exactly the mark seen then is cleared. */
  automation: Automation;
  at: Date;
  columns: RunColumns;
  /** Null for a run that only repeats the one before. */
  run: RunRow | null;
  activity: Activity | null;
  recovered: RecoveredWrite | null;
  /** The intents of an earlier run stay: this run could not find out whether they were carried out. */
  leavesIntents: boolean;
  /** How names stand after it; null where that stays as it is. */
  namesAfter: NamesAfter | null;
  /** Rows of the source that the run changed; of an earlier run some may still arrive, which stay in its intent. */
  rows: { added: number; deleted: number; underWay: RowsUnderWay | null } | null;
};

type RowsUnderWay = Pick<RowIntent, 'hashes' | 'deletedRowIds'>;
