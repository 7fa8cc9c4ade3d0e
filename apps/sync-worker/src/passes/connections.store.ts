import { type BillingStatus, memoryVersion, type SettingName, settingNames } from '@picksync/contracts';
import {
  type Automation,
  AutomationMode,
  billingColumns,
  boughtLimits,
  type Db,
  DriftAnswer,
  limitColumns,
  OptionOrder,
  PausedBy,
  Prisma,
  type RowIntent,
  RunOutcome,
  type Sheet,
  type SmartsheetConnection,
  type Tx,
  type WriteIntent,
} from '@picksync/db';

/** An automation that a newer version wrote, as far as this version can read it. */
export type UnreadableAutomation = Pick<Automation, 'id' | 'sourceSheetId' | 'sheetId' | 'dirtyAt'>;

/** An automation with what an earlier run was about to write and did not record. */
export type SyncedAutomation = Automation & {
  intent: WriteIntent | null;
  rowIntent: RowIntent | null;
  /** Whether another automation has claimed its target: it must not write. */
  lacksClaim: boolean;
};

/** A connection with everything that a sync needs. */
type SyncedConnection = {
  connection: SmartsheetConnection;
  /** The plan of its user, which says what runs may do. */
  billing: Omit<BillingStatus, 'now'>;
  /** Ids of the user's active automations, the newest first. */
  newestIds: string[];
  /** The active ones. */
  automations: SyncedAutomation[];
  /** The active ones that hold an enum value this version does not know. */
  unreadable: UnreadableAutomation[];
  /** The marks of its sheets, by their id. */
  sheets: Map<string, Pick<Sheet, 'dirtyAt'>>;
};

/** A newer version may have added values to these enums; Prisma refuses to read a row that holds one. */
const knownWords = {
  mode: Object.values(AutomationMode),
  order: Object.values(OptionOrder),
  drift: Object.values(DriftAnswer),
  pausedBy: Object.values(PausedBy),
  lastRunOutcome: Object.values(RunOutcome),
};

const mayBeEmpty = ['pausedBy', 'lastRunOutcome'];

/** Matches rows whose enums this version knows. */
const isReadable: Prisma.AutomationWhereInput = {
  AND: Object.entries(knownWords).map(([name, words]) => {
    const known = { [name]: { in: words } };
    return mayBeEmpty.includes(name) ? { OR: [{ [name]: null }, known] } : known;
  }),
};

/** Matches all others. */
const hasUnknownWord: Prisma.AutomationWhereInput = {
  OR: Object.entries(knownWords).map(([name, words]) => ({ [name]: { notIn: words } })),
};

const unreadableFields = { id: true, sourceSheetId: true, sheetId: true, dirtyAt: true } as const;

/** The plan, the sheets and the ids of a connection's automations, in one row. */
type Surroundings = Omit<BillingStatus, 'now'> & {
  activeIds: string[];
  newestIds: string[];
  /** Those of them that hold no claim on their target although the connection is connected. */
  unclaimedIds: string[];
  hasIntents: boolean;
  sheets: { sheetId: string; dirtyMs: number | null }[];
};

/** Returns the plan, the sheets and what automations there are to read; null when the connection was deleted. */
async function findSurroundings(db: Db, connectionId: string): Promise<Surroundings | null> {
  const [row] = await db.$queryRaw<Surroundings[]>`
    SELECT ${billingColumns}, ${limitColumns},
      ARRAY(SELECT id::text FROM automations WHERE user_id = u.id AND is_active ORDER BY created_at DESC, id DESC) AS "newestIds",
      ARRAY(SELECT id::text FROM automations WHERE connection_id = c.id AND is_active) AS "activeIds",
      ARRAY(SELECT id::text FROM automations a WHERE c.status = 'connected' AND connection_id = c.id AND is_active
        AND NOT EXISTS (SELECT FROM target_claims t WHERE t.automation_id = a.id)) AS "unclaimedIds",
      EXISTS (SELECT FROM automations a JOIN write_intents i ON i.automation_id = a.id WHERE a.connection_id = c.id)
        OR EXISTS (SELECT FROM automations a JOIN row_intents i ON i.automation_id = a.id WHERE a.connection_id = c.id)
        AS "hasIntents",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('sheetId', sheet_id, 'dirtyMs', extract(epoch FROM dirty_at) * 1000)), '[]')
        FROM sheets WHERE connection_id = c.id) AS sheets
    FROM smartsheet_connections c JOIN users u ON u.id = c.user_id
    ${boughtLimits}
    WHERE c.id = ${connectionId}::uuid`;
  return row ?? null;
}

/** Returns a connection with its active automations and its sheets; null when it was deleted. */
export async function findSyncedConnection(db: Db, connectionId: string): Promise<SyncedConnection | null> {
  // Before the automations: a mark or an automation that comes in between is the next pass's.
  const surroundings = await findSurroundings(db, connectionId);
  if (!surroundings) return null;
  const { activeIds, newestIds, unclaimedIds, hasIntents, sheets, ...billing } = surroundings;
  const found = await db.smartsheetConnection.findUnique({
    where: { id: connectionId },
    include: {
      automations: {
        where: { isActive: true, ...isReadable },
        orderBy: { id: 'asc' },
        // No intent is added in between: only the run of this claim records them.
        include: { intent: hasIntents, rowIntent: hasIntents },
      },
    },
  });
  if (!found) return null;
  const { automations, ...connection } = found;
  const readIds = new Set(automations.map(({ id }) => id));
  const unreadable = activeIds.every((id) => readIds.has(id))
    ? []
    : await db.automation.findMany({
        where: { connectionId, isActive: true, ...hasUnknownWord },
        select: unreadableFields,
      });
  return {
    connection,
    billing,
    newestIds,
    // Relations that were not included are missing.
    automations: automations.map(({ intent = null, rowIntent = null, ...automation }) => ({
      ...automation,
      intent,
      rowIntent,
      lacksClaim: unclaimedIds.includes(automation.id),
    })),
    unreadable,
    sheets: new Map(
      sheets.map(({ sheetId, dirtyMs: ms }) => [sheetId, { dirtyAt: ms === null ? null : new Date(ms) }]),
    ),
  };
}

/** The ids of an automation's source and target. */
const places = ['sourceSheetId', 'sourceColumnId', 'sheetId', 'targetColumnId'] as const;

/** Written into a row before anything is remembered in it: older workers leave rows alone that they cannot read. */
export const remembered = { settingsVersion: memoryVersion };

/** Matches an automation only while it is unchanged since it was read: not paused, deleted or edited. */
export function whereUnchanged(automation: Automation): Prisma.AutomationWhereInput {
  const { id } = automation;
  // The run itself may have raised it.
  const settingsVersion = {
    in: [automation.settingsVersion, Math.max(automation.settingsVersion, memoryVersion)],
  };
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

/**
 * Raises the version of an automation that a run is about to remember something of. False when the automation is not what it
 * was, or does not hold the claim on its target.
 */
export async function beginRemembering(tx: Tx, automation: Automation): Promise<boolean> {
  const where = { ...whereUnchanged(automation), claim: { isNot: null } };
  if (automation.settingsVersion >= memoryVersion) return (await tx.automation.count({ where })) === 1;
  const { count } = await tx.automation.updateMany({ where, data: remembered });
  return count === 1;
}
