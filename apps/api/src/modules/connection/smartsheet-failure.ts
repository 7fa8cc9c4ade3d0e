import {
  AppError,
  type ErrorCode,
  type FailureReason,
  failureSentence,
  smartsheetErrorTexts,
} from '@picksync/contracts';
import type { SmartsheetError, SmartsheetReason } from '@picksync/smartsheet-client';

/** Why a connection has to be made again, as its row keeps it. */
export type ReconnectReason = 'revoked' | 'missing_scope';

const reconnectReasons: Record<string, FailureReason> = {
  revoked: 'connection_revoked',
  missing_scope: 'connection_scope',
  plan_without_api: 'plan_without_api',
};

/** What a user is told about a connection that is set aside for this reason, one that only the worker knows included. */
export const reconnectSentence = (reason: string | null): string =>
  failureSentence(reconnectReasons[reason ?? ''] ?? 'connection_revoked');

type Meaning = { code: ErrorCode; message?: string | undefined; reconnect?: ReconnectReason };

const reconnect: Meaning = {
  code: 'smartsheet_needs_reconnect',
  message: smartsheetErrorTexts[1001],
  reconnect: 'revoked',
};
const outage: Meaning = { code: 'smartsheet_unavailable' };
const refused: Meaning = { code: 'smartsheet_forbidden' };

/** What the reasons mean to somebody who waits for an answer. Those that are not here are bugs of ours. */
const meanings: Partial<Record<SmartsheetReason, Meaning>> = {
  token_invalid: reconnect,
  token_expired: reconnect,
  revoked: reconnect,
  scope_or_access: { code: 'smartsheet_forbidden', message: smartsheetErrorTexts[1004] },
  plan: { code: 'smartsheet_forbidden', message: failureSentence('plan_without_api') },
  account_policy: refused,
  account_state: refused,
  not_found: { code: 'not_found', message: smartsheetErrorTexts[1006] },
  column_gone: { code: 'not_found', message: smartsheetErrorTexts[1006] },
  rate_limited: { code: 'smartsheet_busy' },
  busy: outage,
  outage,
  network: outage,
  timeout: outage,
  bad_reply: { code: 'smartsheet_error' },
  bad_request: { code: 'smartsheet_error', message: smartsheetErrorTexts[1008] },
};

/** Where the same refusal concerns the whole connection, it lacks a right. */
const missingScope: Meaning = {
  code: 'smartsheet_needs_reconnect',
  message: failureSentence('connection_scope'),
  reconnect: 'missing_scope',
};

const meaningOf = ({ class: errorClass, reason }: SmartsheetError): Meaning => {
  if (errorClass === 'needs_user' && reason === 'scope_or_access') return missingScope;
  return meanings[reason] ?? { code: 'smartsheet_error' };
};

/** A failed call of Smartsheet as our own error. Smartsheet's wording is in neither: it may quote what cells hold. */
export function appErrorOfSmartsheet(error: SmartsheetError): AppError {
  const { code, message } = meaningOf(error);
  const retryAfterSeconds =
    error.reason === 'rate_limited' ? Math.ceil((error.retryAfterMs ?? 60_000) / 1000) : null;
  return new AppError(code, {
    cause: error,
    ...(message !== undefined && { message }),
    ...(retryAfterSeconds !== null && { details: { retryAfterSeconds } }),
  });
}

/** Why the connection behind this failure has to be made again; null when it is fine. */
export const reconnectReasonOf = (error: SmartsheetError): ReconnectReason | null =>
  meaningOf(error).reconnect ?? null;
