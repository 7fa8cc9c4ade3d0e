import { type SettingName, settingNames } from '@picksync/contracts';
import {
  type Automation,
  AutomationMode,
  type Db,
  DriftAnswer,
  OptionOrder,
  PausedBy,
  Prisma,
  type RowIntent,
  RunOutcome,
  type Sheet,
  type SmartsheetConnection,
  type User,
  type WriteIntent,
} from '@picksync/db';

/** An automation that a newer version wrote, as far as this version can read it. */
export type UnreadableAutomation = Pick<Automation, 'id' | 'sourceSheetId' | 'sheetId' | 'dirtyAt'>;

/** An automation with what an earlier run was about to write and did not record. */
export type SyncedAutomation = Automation & { intent: WriteIntent | null; rowIntent: RowIntent | null };

/** A connection with everything that a sync needs. */
export type SyncedConnection = {
  connection: SmartsheetConnection;
  /** Whose plan says what runs may do. */
  user: User;
  /** The active ones. */
  automations: SyncedAutomation[];
  /** The active ones that hold a word this version does not know. */
  unreadable: UnreadableAutomation[];
  /** What is known of its sheets, by their id. */
  sheets: Map<string, Sheet>;
};

/** A newer version may have added words to these; Prisma refuses to read a row that holds one. */
const knownWords = {
  mode: Object.values(AutomationMode),
  order: Object.values(OptionOrder),
  drift: Object.values(DriftAnswer),
  pausedBy: Object.values(PausedBy),
  lastRunOutcome: Object.values(RunOutcome),
};

type Worded = keyof typeof knownWords;

/** Returns the rows that hold no word, or one that this version knows, in each of these columns; and all others. */
function wordConditions(): {
  readable: Prisma.AutomationWhereInput;
  unreadable: Prisma.AutomationWhereInput;
} {
  const names = Object.keys(knownWords) as Worded[];
  const empty: readonly Worded[] = ['pausedBy', 'lastRunOutcome'];
  return {
    readable: {
      AND: names.map((name) => {
        const known = { [name]: { in: knownWords[name] } };
        return empty.includes(name) ? { OR: [{ [name]: null }, known] } : known;
      }),
    },
    unreadable: { OR: names.map((name) => ({ [name]: { notIn: knownWords[name] } })) },
  };
}

const unreadableFields = { id: true, sourceSheetId: true, sheetId: true, dirtyAt: true } as const;

/** Returns a connection with its active automations and its sheets; null when it was deleted. */
export async function findSyncedConnection(db: Db, connectionId: string): Promise<SyncedConnection | null> {
  const { readable, unreadable: hasUnknownWord } = wordConditions();
  const found = await db.smartsheetConnection.findUnique({
    where: { id: connectionId },
    include: {
      automations: {
        where: { isActive: true, ...readable },
        orderBy: { id: 'asc' },
        include: { intent: true, rowIntent: true },
      },
      sheets: true,
      user: true,
    },
  });
  if (!found) return null;
  const unreadable = await db.automation.findMany({
    where: { connectionId, isActive: true, ...hasUnknownWord },
    select: unreadableFields,
  });
  const { automations, sheets, user, ...connection } = found;
  const bySheet = new Map(sheets.map((sheet) => [sheet.sheetId, sheet]));
  return { connection, user, automations, unreadable, sheets: bySheet };
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
