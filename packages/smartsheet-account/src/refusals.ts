import {
  AppError,
  type ErrorCode,
  type FailureReason,
  failureSentence,
  smartsheetErrorTexts,
} from '@picksync/contracts/sync';
import type { Db, Prisma, PrismaClient, SmartsheetConnection } from '@picksync/db';
import type { SmartsheetError, SmartsheetReason } from '@picksync/smartsheet-client';

/** Why a user has to connect again, as stored in the connection's row, and the sentence for the user. */
const disconnecting = {
  revoked: 'connection_revoked',
  /** Revoked, as far as anybody knows because an older copy of the database is in use. */
  restored: 'connection_restored',
  missing_scope: 'connection_scope',
  plan_without_api: 'plan_without_api',
  account_policy: 'account_policy',
  account_state: 'account_state',
} as const satisfies Record<string, FailureReason>;

type StatusReason = keyof typeof disconnecting;

type Refusal = {
  /** Why the connection ends; null when it stays connected. */
  ends: StatusReason | null;
  /** The error code of the API's reply, which decides its status. */
  code: ErrorCode;
  /** The sentence for the user, where the code's own is not specific enough. */
  message?: string | undefined;
};

function ends(reason: StatusReason, message = failureSentence(disconnecting[reason])): Refusal {
  return { ends: reason, code: 'smartsheet_needs_reconnect', message };
}
function stays(code: ErrorCode, message?: string): Refusal {
  return { ends: null, code, message };
}

/** It was reached, so it is not called out of reach. */
const answersWithErrors = 'Smartsheet answers with errors right now. Please try again in a moment.';

/**
 * What each refusal of Smartsheet means: whether the connection ends, the sentence for the user, and the code of the
 * API's reply. The worker and the API both go by this table.
 */
const refusals: Record<SmartsheetReason, Refusal> = {
  token_invalid: ends('revoked', smartsheetErrorTexts[1001]),
  token_expired: ends('revoked', smartsheetErrorTexts[1001]),
  revoked: ends('revoked', smartsheetErrorTexts[1001]),
  plan: ends('plan_without_api'),
  account_policy: ends('account_policy'),
  account_state: ends('account_state'),

  scope_or_access: stays('smartsheet_forbidden', smartsheetErrorTexts[1004]),
  not_found: stays('not_found', smartsheetErrorTexts[1006]),
  column_gone: stays('not_found', smartsheetErrorTexts[1006]),
  locked: stays('smartsheet_forbidden'),
  wrong_type: stays('smartsheet_error'),
  column_in_use: stays('smartsheet_error'),
  too_many_rows: stays('smartsheet_error'),
  too_many_options: stays('smartsheet_error'),
  option_too_long: stays('smartsheet_error'),
  options_refused: stays('smartsheet_error'),
  cell_refused: stays('smartsheet_error'),
  callback_refused: stays('smartsheet_error'),
  webhook_disabled: stays('smartsheet_error'),

  rate_limited: stays('smartsheet_busy', smartsheetErrorTexts[4003]),
  busy: stays('smartsheet_unavailable', answersWithErrors),
  outage: stays('smartsheet_unavailable', answersWithErrors),
  network: stays('smartsheet_unavailable'),
  timeout: stays('smartsheet_unavailable'),

  incomplete: stays('smartsheet_unavailable'),
  bad_reply: stays('smartsheet_error'),
  bad_request: stays('smartsheet_error', smartsheetErrorTexts[1008]),
  client_refused: stays('smartsheet_error'),
  api_retired: stays('smartsheet_error'),
};

/** The call was not made, so Smartsheet refused nothing. */
const paced = stays('smartsheet_paced');

/** When the same refusal concerns the whole account, the connection lacks a scope. */
const missingScope = ends('missing_scope');

function findRefusal({ class: errorClass, reason, heldBackBy }: SmartsheetError): Refusal {
  if (heldBackBy === 'budget') return paced;
  return errorClass === 'needs_user' && reason === 'scope_or_access' ? missingScope : refusals[reason];
}

/** Returns why the user has to connect again after this error; null when the connection is fine. */
export function endsConnection(error: SmartsheetError): StatusReason | null {
  return findRefusal(error).ends;
}

/** Returns the sentence for a connection that ended for this reason, which a newer version may have written. */
export function statusSentence(reason: string | null): string {
  return failureSentence(
    new Map<string, FailureReason>(Object.entries(disconnecting)).get(reason ?? '') ?? 'connection_revoked',
  );
}

/** The failure reasons of automations that have stopped because their connection has ended. */
export const connectionFailures: FailureReason[] = Object.values(disconnecting);

/**
 * Returns a failed call as our own error. It never contains Smartsheet's message, which may quote the content of cells.
 */
export function toAppError(error: SmartsheetError): AppError {
  const { code, message } = findRefusal(error);
  const waitMs = error.retryAfterMs ?? (error.reason === 'rate_limited' ? 60_000 : undefined);
  return new AppError(code, {
    cause: error,
    ...(message !== undefined && { message }),
    ...(waitMs !== undefined && { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } }),
  });
}

/** The state in which a connection was refused; one that has changed since is not ended. */
type RefusedConnection = Pick<SmartsheetConnection, 'id' | 'userId'> &
  ({ statusChangedAt: Date } | { tokenVersion: number });

/**
 * Ends a connection that Smartsheet refuses as a whole, and reports it to its user once. It ends only if it is still in
 * the state that was refused: a user who has connected again meanwhile stays connected. Returns true when this call
 * ended it.
 */
export async function recordRefusal(
  { connection, error }: { connection: RefusedConnection; error: SmartsheetError },
  { prisma, now }: { prisma: PrismaClient; now: () => Date },
): Promise<boolean> {
  const reason = endsConnection(error);
  if (reason === null) return false;
  const { id, userId } = connection;
  const at = now();
  const seen: Prisma.SmartsheetConnectionWhereInput =
    'tokenVersion' in connection
      ? { tokenVersion: connection.tokenVersion }
      : { statusChangedAt: connection.statusChangedAt };
  return prisma.$transaction(async (tx) => {
    const isRestored = reason === 'revoked' && (await isMarkedRestored(tx, id));
    const statusReason = isRestored ? 'restored' : reason;
    const { count } = await tx.smartsheetConnection.updateMany({
      where: { id, status: 'connected', ...seen },
      data: { status: 'needs_reconnect', statusReason, statusChangedAt: at },
    });
    if (count === 0) return false;
    const details = statusSentence(statusReason);
    const entry = { action: 'disconnect_smartsheet', status: 'error', details, timestamp: at } as const;
    await tx.activityLog.create({ data: { userId, ...entry } });
    return true;
  });
}

/** Returns whether `markRestored` has marked a connection, and no refresh has shown since that its tokens are the last. */
async function isMarkedRestored(tx: Db, id: string): Promise<boolean> {
  return (await tx.smartsheetConnection.count({ where: { id, statusReason: 'restored' } })) > 0;
}

/**
 * Returns why a connection makes no calls until its pause is over: Smartsheet cannot be reached, Smartsheet has refused a
 * call because there were too many, or we space out our calls ourselves.
 */
export function getPauseReason(
  { retryingSince, limitedUntil }: { retryingSince: Date | null; limitedUntil: Date | null },
  at: Date,
): 'provider_outage' | 'rate_limited' | 'paced' {
  if (retryingSince !== null) return 'provider_outage';
  return limitedUntil !== null && limitedUntil > at ? 'rate_limited' : 'paced';
}
