import type { BillingStatus } from '@picksync/contracts/sync';
import {
  type Automation,
  AutomationMode,
  beginStatement,
  billingColumns,
  boughtLimits,
  type Database,
  DriftAnswer,
  limitColumns,
  OptionOrder,
  PausedBy,
  Prisma,
  queryRows,
  RenameAnswer,
  RunOutcome,
  readRawRow,
  type Sheet,
  type SmartsheetConnection,
  SourceKind,
  type SyncClaim,
  type SyncJob,
  selectRawRow,
  toClaim,
} from '@picksync/db';
import type { SyncedAutomation } from '../automations/automations.store.ts';

/** An automation of which only its sheets matter: it is not marked, or this version cannot read it. */
export type OtherAutomation = Pick<Automation, 'id' | 'sourceSheetId' | 'sheetId'>;

/** A marked automation that a newer version wrote, as far as this version can read it. */
export type UnreadableAutomation = OtherAutomation & Pick<Automation, 'dirtyAt'>;

/** A connection with everything that a sync needs. */
export type SyncedConnection = {
  connection: SmartsheetConnection;
  /** The plan of its user, which says what runs may do. */
  billing: Omit<BillingStatus, 'now'>;
  /** Ids of the user's active automations, the newest first. */
  newestIds: string[];
  /** Whether its user has an outgoing webhook that may want to know of a run. */
  hasOutgoingWebhooks: boolean;
  /** Whether a person wants an earlier list put back. */
  hasRestores: boolean;
  /** The active ones that are marked, or one of whose sheets is. */
  automations: SyncedAutomation[];
  /** Those of them that hold an enum value this version does not know. */
  unreadable: UnreadableAutomation[];
  /** The other active ones. */
  others: OtherAutomation[];
  /** The marks of its sheets, by their id. */
  sheets: Map<string, Pick<Sheet, 'dirtyAt'>>;
};

/** The enums to which a newer version may have added values. */
const knownWords = {
  mode: Object.values(AutomationMode),
  order: Object.values(OptionOrder),
  drift: Object.values(DriftAnswer),
  renames: Object.values(RenameAnswer),
  sourceKind: Object.values(SourceKind),
  pausedBy: [null, ...Object.values(PausedBy)],
  lastRunOutcome: [null, ...Object.values(RunOutcome)],
} satisfies { [Field in keyof Automation]?: Automation[Field][] };

function isReadable(automation: Automation): boolean {
  return Object.entries(knownWords).every(([field, words]) =>
    (words as unknown[]).includes(automation[field as keyof Automation]),
  );
}

type MarkedRow = {
  automation: Record<string, unknown>;
  intent: Record<string, unknown> | null;
  rowIntent: Record<string, unknown> | null;
  renameIntent: Record<string, unknown> | null;
  hasClaim: boolean;
};

type FoundRow = Omit<BillingStatus, 'now'> & {
  connection: Record<string, unknown>;
  newestIds: string[];
  hasOutgoingWebhooks: boolean;
  hasRestores: boolean;
  marked: MarkedRow[];
  others: OtherAutomation[];
  sheets: { sheetId: string; dirtyMs: number | null }[];
};

/** What a sync needs of the connection `c` and its user `u`. All of it is as it was when the statement began. */
const foundColumns = Prisma.sql`
  ${billingColumns}, ${limitColumns},
  ${selectRawRow('smartsheetConnection', 'c')} AS connection,
  ARRAY(SELECT id::text FROM automations WHERE user_id = u.id AND is_active ORDER BY created_at DESC, id DESC) AS "newestIds",
  EXISTS (SELECT FROM outgoing_webhooks w WHERE w.user_id = u.id AND w.is_active) AS "hasOutgoingWebhooks",
  (SELECT coalesce(json_agg(json_build_object('automation', ${selectRawRow('automation', 'a')},
      'intent', (SELECT ${selectRawRow('writeIntent', 'i')} FROM write_intents i WHERE i.automation_id = a.id),
      'rowIntent', (SELECT ${selectRawRow('rowIntent', 'i')} FROM row_intents i WHERE i.automation_id = a.id),
      'renameIntent', (SELECT ${selectRawRow('renameIntent', 'i')} FROM rename_intents i WHERE i.automation_id = a.id),
      'hasClaim', EXISTS (SELECT FROM target_claims t WHERE t.automation_id = a.id)) ORDER BY a.id), '[]')
    FROM automations a WHERE a.connection_id = c.id AND a.is_active AND a.restoring_at IS NULL AND ${isMarked()}) AS marked,
  (SELECT coalesce(json_agg(json_build_object('id', a.id, 'sourceSheetId', a.source_sheet_id, 'sheetId', a.sheet_id)), '[]')
    FROM automations a
    WHERE a.connection_id = c.id AND a.is_active AND (a.restoring_at IS NOT NULL OR NOT ${isMarked()})) AS others,
  EXISTS (SELECT FROM automations a WHERE a.connection_id = c.id AND a.restoring_at IS NOT NULL) AS "hasRestores",
  (SELECT coalesce(json_agg(json_build_object('sheetId', sheet_id, 'dirtyMs', extract(epoch FROM dirty_at) * 1000)), '[]')
    FROM sheets WHERE connection_id = c.id) AS sheets`;

function isMarked(): Prisma.Sql {
  return Prisma.sql`(a.dirty_at IS NOT NULL OR EXISTS (SELECT FROM sheets s WHERE s.connection_id = a.connection_id
    AND s.sheet_id IN (a.source_sheet_id, a.sheet_id) AND s.dirty_at IS NOT NULL))`;
}

const foundTables = Prisma.sql`JOIN users u ON u.id = c.user_id ${boughtLimits}`;

/** Returns a connection with its active automations and its sheets; null when it was deleted. */
export async function findSyncedConnection(
  pool: Database['pool'],
  connectionId: string,
): Promise<SyncedConnection | null> {
  const [row] = await queryRows<FoundRow>(
    pool,
    Prisma.sql`SELECT ${foundColumns} FROM smartsheet_connections c ${foundTables} WHERE c.id = ${connectionId}::uuid`,
  );
  return row ? toSyncedConnection(row) : null;
}

/** A sync of a connection that has begun, with what it needs. */
export type BegunSync = SyncClaim & {
  /** Smartsheet could not be reached the last time. */
  isInOutage: boolean;
  /** The connection; null when it has to be read once more, because another run may have recorded something meanwhile. */
  found: SyncedConnection | null;
  /** Whether its first calls were taken from the budget. */
  isPrepaid: boolean;
};

/**
 * Begins the job of a connection, reads what the run needs and takes its first calls from the budget, in one statement.
 * Undefined when the job no longer stands for the connection, because a later try or another job has replaced it: there is
 * nothing to do then.
 */
export async function beginSync(
  pool: Database['pool'],
  job: SyncJob,
  /** Returns the statement that takes the calls from the budget of the connection that `payer` selects. */
  prepay: (payer: Prisma.Sql) => Prisma.Sql,
): Promise<BegunSync | undefined> {
  const { id, payload } = job;
  // A user who is deleted meanwhile must not make the statement fail.
  const payer = Prisma.sql`
    SELECT * FROM smartsheet_connections
    WHERE id = ${payload.connectionId}::uuid AND sync_job_id = ${id}::uuid AND sync_state = 'queued' FOR KEY SHARE`;
  type Begun = FoundRow & { isInOutage: boolean; isFirst: boolean; isPrepaid: boolean };
  const [row] = await queryRows<Begun>(
    pool,
    Prisma.sql`
      WITH paid AS (${prepay(payer)}),
      begun AS (${beginStatement(job, Prisma.sql`(SELECT count(*) FROM paid) >= 0`)})
      SELECT ${foundColumns}, begun.is_in_outage AS "isInOutage", begun.is_first AS "isFirst",
        EXISTS (SELECT FROM paid) AS "isPrepaid"
      FROM begun JOIN smartsheet_connections c USING (id) ${foundTables}`,
  );
  if (!row) return undefined;
  const { isInOutage, isFirst, isPrepaid, ...rest } = row;
  const found = toSyncedConnection(rest);
  return {
    // The mark as it was read, not as it was when the row was locked: one that came in between was not read either.
    ...toClaim(job, found.connection.dirtyAt),
    isInOutage,
    // While the row said `queued`, nobody could record a run. One that is taken over may have done so meanwhile; it may
    // have begun after this statement did.
    found: isFirst ? found : null,
    isPrepaid,
  };
}

function toSyncedConnection({
  connection,
  newestIds,
  hasOutgoingWebhooks,
  hasRestores,
  marked,
  others,
  sheets,
  ...billing
}: FoundRow): SyncedConnection {
  const found = readRawRow('smartsheetConnection', connection);
  const all = marked.map(({ automation, intent, rowIntent, renameIntent, hasClaim }) => ({
    ...readRawRow('automation', automation),
    intent: intent && readRawRow('writeIntent', intent),
    rowIntent: rowIntent && readRawRow('rowIntent', rowIntent),
    renameIntent: renameIntent && readRawRow('renameIntent', renameIntent),
    lacksClaim: found.status === 'connected' && !hasClaim,
  }));
  return {
    connection: found,
    billing,
    newestIds,
    hasOutgoingWebhooks,
    hasRestores,
    automations: all.filter(isReadable),
    unreadable: all.filter((automation) => !isReadable(automation)),
    others,
    sheets: new Map(
      sheets.map(({ sheetId, dirtyMs: ms }) => [sheetId, { dirtyAt: ms === null ? null : new Date(ms) }]),
    ),
  };
}
