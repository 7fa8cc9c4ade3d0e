import { AppError, type ErrorCode, reportRefusals, type SourceKind } from '@picksync/contracts';
import type { Db, SmartsheetConnection, Tx } from '@picksync/db';
import { recordRefusal, statusSentence, toAppError } from '@picksync/smartsheet-account';
import {
  type CallOptions,
  type Sheet,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';

/** Errors that concern the whole connection: whoever works through several automations need not try the others. */
export const connectionErrors: readonly ErrorCode[] = [
  'smartsheet_not_connected',
  'smartsheet_needs_reconnect',
  'smartsheet_account_changed',
  'smartsheet_busy',
  'smartsheet_paced',
  'smartsheet_unavailable',
];

/**
 * Returns the user's connection. Throws `smartsheet_not_connected`, `smartsheet_needs_reconnect`, or `unauthenticated` for a
 * user who was deleted a moment ago.
 */
export async function requireConnection(context: Context, userId: string): Promise<SmartsheetConnection> {
  const connection = await findConnection(context.db, userId);
  const isUserGone = !connection && (await context.db.user.count({ where: { id: userId } })) === 0;
  if (isUserGone) throw new AppError('unauthenticated');
  if (!connection || connection.status === 'disconnected') throw new AppError('smartsheet_not_connected');
  if (connection.status === 'needs_reconnect') {
    const message = statusSentence(connection.statusReason);
    throw new AppError('smartsheet_needs_reconnect', { message });
  }
  return connection;
}

/**
 * Throws `smartsheet_account_changed` unless a connection still is with the Smartsheet account that it was read with, and
 * `unauthenticated` when its user was deleted.
 * Call it under the lock of the user's row: results from one account say nothing about another.
 */
export async function assertSameAccount(tx: Tx, connection: SmartsheetConnection): Promise<void> {
  const { userId, accountId, region } = connection;
  const now = await findConnection(tx, userId);
  // A connection is deleted only with its user.
  if (!now) throw new AppError('unauthenticated');
  if (now.accountId !== accountId || now.region !== region) throw new AppError('smartsheet_account_changed');
}

/**
 * Calls `work` with a client of the user's Smartsheet account. Throws refusals as coded errors, and records when
 * Smartsheet refuses the whole connection, so that nothing keeps trying.
 */
export async function withSmartsheet<T>(
  context: Context,
  userId: string,
  work: (client: SmartsheetClient, connection: SmartsheetConnection) => Promise<T>,
): Promise<T> {
  const connection = await requireConnection(context, userId);
  try {
    return await work(context.smartsheet.openClient(connection), connection);
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    await recordRefusal({ connection, error }, { prisma: context.db, now: context.now });
    throw toAppError(error);
  }
}

/**
 * Returns a sheet's name, access level and columns with their options, read from Smartsheet in one call. The options are
 * complete only with the sheet itself, and one row is the smallest page.
 */
export function readSheetDefinition(
  client: SmartsheetClient,
  sheetId: string,
  options: CallOptions = {},
): Promise<Sheet> {
  return client.sheets.get({ ...options, sheetId, include: [], page: 1, pageSize: 1 });
}

/** A sheet or report that is read from, as its definition says. */
export type SourceDefinition = Pick<Sheet, 'name' | 'permalink' | 'accessLevel' | 'columns'> & {
  /** Of a report that reads the sheet to be filled, the columns whose cells its own columns show. */
  origins?: ReadonlyMap<string, ReadonlySet<string>>;
};

type WhichSource = { sourceKind: SourceKind; sourceSheetId: string; sheetId?: string };

/**
 * Returns the definition of a source in one call, and in a second one the rows of a report that reads the sheet to be filled
 * (`sheetId`). Throws `validation_failed` for a report that has no rows.
 */
export async function readSourceDefinition(
  client: SmartsheetClient,
  { sourceKind, sourceSheetId, sheetId }: WhichSource,
): Promise<SourceDefinition> {
  if (sourceKind === 'sheet') return readSheetDefinition(client, sourceSheetId);
  const report = await client.reports.get({ reportId: sourceSheetId, page: 1, pageSize: 1 });
  const readsTarget = report.sourceSheets?.some(({ id }) => id === sheetId);
  if (!report.isSummaryReport) return readsTarget ? client.reports.get({ reportId: sourceSheetId }) : report;
  const message = reportRefusals.summary;
  throw new AppError('validation_failed', { message, errors: { sourceSheetId: message } });
}

/** Returns an address for a link; null when it leads anywhere but to the user's Smartsheet. */
export function toPermalinkAt(origin: string, permalink: string | null): string | null {
  if (permalink === null) return null;
  const url = URL.parse(permalink);
  // `blob:` has the origin of what it wraps, and a name before the host may pass itself off as one.
  const isPlain = url?.origin === origin && url.href.startsWith(`${origin}/`);
  return isPlain ? url.href : null;
}

export function findConnection(db: Db, userId: string): Promise<SmartsheetConnection | null> {
  return db.smartsheetConnection.findUnique({ where: { userId } });
}
