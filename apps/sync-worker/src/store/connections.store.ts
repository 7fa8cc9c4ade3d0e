import { type SettingName, settingNames } from '@picksync/contracts';
import {
  type Automation,
  AutomationMode,
  type Db,
  DriftAnswer,
  OptionOrder,
  Prisma,
  RunOutcome,
  type Sheet,
  type SmartsheetConnection,
  type WriteIntent,
} from '@picksync/db';

/** An automation that a newer version wrote, as far as this version can read it. */
export type UnreadableAutomation = Pick<Automation, 'id' | 'sourceSheetId' | 'sheetId' | 'dirtyAt'>;

/** An automation with what an earlier run was about to write and did not record. */
export type SyncedAutomation = Automation & { intent: WriteIntent | null };

/** A connection with everything that a sync needs. */
export type SyncedConnection = {
  connection: SmartsheetConnection;
  /** The active ones. */
  automations: SyncedAutomation[];
  /** The active ones that hold a word this version does not know. */
  unreadable: UnreadableAutomation[];
  /** What is known of its sheets, by their id. */
  sheets: Map<string, Sheet>;
};

/** A newer version may have added words to these; Prisma refuses to read a row that holds one. */
const unknownWords: Prisma.AutomationWhereInput[] = [
  { mode: { notIn: Object.values(AutomationMode) } },
  { order: { notIn: Object.values(OptionOrder) } },
  { drift: { notIn: Object.values(DriftAnswer) } },
  { lastRunOutcome: { notIn: Object.values(RunOutcome) } },
];

const unreadableFields = { id: true, sourceSheetId: true, sheetId: true, dirtyAt: true } as const;

/** Returns a connection with its active automations and its sheets; null when it was deleted. */
export async function findSyncedConnection(db: Db, connectionId: string): Promise<SyncedConnection | null> {
  const readable = {
    mode: { in: Object.values(AutomationMode) },
    order: { in: Object.values(OptionOrder) },
    drift: { in: Object.values(DriftAnswer) },
  };
  const ran = [{ lastRunOutcome: null }, { lastRunOutcome: { in: Object.values(RunOutcome) } }];
  const found = await db.smartsheetConnection.findUnique({
    where: { id: connectionId },
    include: {
      automations: {
        where: { isActive: true, ...readable, OR: ran },
        orderBy: { id: 'asc' },
        include: { intent: true },
      },
      sheets: true,
    },
  });
  if (!found) return null;
  const unreadable = await db.automation.findMany({
    where: { connectionId, isActive: true, OR: unknownWords },
    select: unreadableFields,
  });
  const { automations, sheets, ...connection } = found;
  const bySheet = new Map(sheets.map((sheet) => [sheet.sheetId, sheet]));
  return { connection, automations, unreadable, sheets: bySheet };
}

/** The ids of an automation's source and target. */
const places = ['sourceSheetId', 'sourceColumnId', 'sheetId', 'targetColumnId'] as const;

/** Finds an automation only while it does what it did when it was read: not paused, deleted or changed since. */
export function whereUnchanged(automation: Automation): Prisma.AutomationWhereInput {
  const { id, settingsVersion } = automation;
  const compared = [
    ...places.map((name) => ({ [name]: automation[name] })),
    ...settingNames.map((name) => ({ [name]: isEqual(name, automation[name]) })),
  ];
  return { id, isActive: true, settingsVersion, AND: compared };
}

/** Returns the condition that a column holds this value; lists and JSON have a form of their own. */
function isEqual(name: SettingName, value: unknown): unknown {
  const isJson = name === 'filters' || name === 'labelTemplate';
  if (isJson && value === null) return { equals: Prisma.DbNull };
  if (Array.isArray(value) || (typeof value === 'object' && value !== null)) return { equals: value };
  return value;
}
