import * as z from 'zod';
import {
  SmartsheetError,
  type SmartsheetErrorClass,
  type SmartsheetOutcome,
  type SmartsheetReason,
} from './errors.ts';
import type { SmartsheetOperation } from './operations.ts';
import { wireCount } from './wire.ts';

/**
 * How long to make no calls with a token after a 429 that does not say so itself ("at least 60 seconds", "Rate
 * limiting").
 */
const rateLimitPauseMs = 60_000;

const envelope = z.object({
  errorCode: wireCount.optional().catch(undefined),
  refId: z.string().optional().catch(undefined),
  /** The OAuth error code; only the token endpoint sends it. */
  error: z.string().optional().catch(undefined),
});

/**
 * Returns whether a reply is one of Smartsheet's errors, whatever its status: a proxy in between may have changed that.
 */
export function isErrorEnvelope(body: unknown): boolean {
  return envelope.safeParse(body).data?.errorCode !== undefined;
}

/**
 * Returns the error for a reply with a failing status. Bodies without Smartsheet's envelope come from proxies in
 * between, so they never count as the user's fault: 429 and 5xx keep their meaning, all others are `bad_reply`, which
 * is retried.
 */
export function toReplyError(reply: {
  operation: SmartsheetOperation;
  isWrite: boolean;
  status: number;
  body: unknown;
  retryAfterMs: number | undefined;
}): SmartsheetError {
  const { operation, status } = reply;
  const { errorCode: code, refId, error: word } = envelope.safeParse(reply.body).data ?? {};
  const [errorClass, reason] = inContext(
    operation,
    (code === undefined ? undefined : judgeCode({ operation, status, code, word })) ??
      judgeWord(word) ??
      judgeUnknown(status),
  );
  return new SmartsheetError({
    class: errorClass,
    reason,
    operation,
    status,
    code,
    refId,
    retryAfterMs: reply.retryAfterMs ?? (reason === 'rate_limited' ? rateLimitPauseMs : undefined),
    outcome: reply.isWrite ? getOutcome({ status, code }) : undefined,
  });
}

function judgeCode(said: {
  operation: SmartsheetOperation;
  status: number;
  code: number;
  word: string | undefined;
}): Verdict {
  const { operation, status, code, word } = said;
  const onOptions = operation === 'columns.update' ? byCodeOnOptions.get(code) : undefined;
  // 5xxx are states of the user's account (locked, trial ended, …).
  const ofAccount: Verdict | undefined =
    code >= 5000 && code < 6000 ? ['needs_user', 'account_state'] : undefined;
  return onOptions ?? byCode.get(code) ?? ofAccount ?? judgeWord(word) ?? byStatus(status);
}

/** The error codes of the token endpoint (RFC 6749, 5.2). */
function judgeWord(word: string | undefined): Verdict | undefined {
  if (word === 'invalid_grant') return ['needs_user', 'revoked'];
  return word === 'invalid_client' || word === 'unauthorized_client' ? ['bug', 'client_refused'] : undefined;
}

function judgeUnknown(status: number): Verdict {
  return status === 408 || status === 429 || status >= 500 ? byStatus(status) : ['retry', 'bad_reply'];
}

/** The same refusal concerns the account in one call, a sheet in another and a column in a third. */
function inContext(operation: SmartsheetOperation, verdict: Verdict): Verdict {
  const [errorClass, reason] = verdict;
  // A call for tokens has no sheet: whatever the reason for its refusal, the user has to connect again.
  if (errorClass === 'configuration' && operation.startsWith('oauth.')) return ['needs_user', 'revoked'];
  if (reason === 'scope_or_access' && isAccountWide(operation)) return ['needs_user', reason];
  if (reason === 'not_found' && operation === 'columns.update') return ['configuration', 'column_gone'];
  return verdict;
}

/** A refusal here concerns the token, not one sheet. */
function isAccountWide(operation: SmartsheetOperation) {
  return (
    operation === 'users.me' ||
    operation === 'sheets.list' ||
    operation === 'reports.list' ||
    operation === 'webhooks.list'
  );
}

/**
 * Refusals change nothing; 4001 and 4004 are refusals too. Any other 5xx may have come after the change, and so may an
 * error with a success status.
 */
function getOutcome({ status, code }: { status: number; code: number | undefined }): SmartsheetOutcome {
  return (status >= 300 && status < 500) || code === 4001 || code === 4003 || code === 4004
    ? 'not_done'
    : 'unknown';
}

type Verdict = readonly [SmartsheetErrorClass, SmartsheetReason];

function rule(verdict: Verdict, ...codes: number[]) {
  return codes.map((code) => [code, verdict] as const);
}

/**
 * What Smartsheet's error codes mean to us ("Error codes"; the wording of its messages drifts, the codes do not).
 * Codes that are not here are judged by their HTTP status.
 */
export const byCode: ReadonlyMap<number, Verdict> = new Map([
  ...rule(['retry', 'rate_limited'], 4003),
  ...rule(['retry', 'outage'], 4000, 4001, 4002),
  // 4004: another write to the same sheet is running. 5036: seen on a delete right after the create.
  ...rule(['retry', 'busy'], 4004, 5036),

  ...rule(['needs_user', 'token_invalid'], 1001, 1002),
  ...rule(['needs_user', 'token_expired'], 1003),
  ...rule(['needs_user', 'revoked'], 1069, 1071, 1132),
  ...rule(['needs_user', 'plan'], 1013, 1014, 1140),
  // Single sign-on, second factor, data egress, inactive user: rules of the user's organisation.
  ...rule(['needs_user', 'account_policy'], 1005, 1188, 1356, 1361, 1362, 1363),
  // The app's own registration (client id, secret, hash, redirect URL): no user can correct it.
  ...rule(['bug', 'client_refused'], 1067, 1068, 1070, 1072, 1073, 1236, 1237, 1238, 1292),

  ...rule(['configuration', 'scope_or_access'], 1004, 1045, 1211, 1288),
  ...rule(['configuration', 'not_found'], 1006, 1034, 1114, 1151),
  ...rule(['configuration', 'column_gone'], 1036, 1293),
  ...rule(['configuration', 'locked'], 1039, 1050, 1092),
  ...rule(['configuration', 'wrong_type'], 1057, 1059, 1060, 1082, 1209, 1210, 1239, 1276, 1320, 1323),
  ...rule(['configuration', 'column_in_use'], 1085, 1087),
  ...rule(['configuration', 'cell_refused'], 1038, 1042, 1046, 1131, 1148, 1212, 1235, 1302, 1319),
  ...rule(['configuration', 'callback_refused'], 1152),
  ...rule(['configuration', 'webhook_disabled'], 1153, 1154),
  ...rule(['bug', 'api_retired'], 1007, 4005),
]);

/**
 * Generic codes that have a precise meaning when options are written. Which code Smartsheet sends for its limits there
 * is not documented; these are the ones that fit.
 */
const byCodeOnOptions: ReadonlyMap<number, Verdict> = new Map([
  ...rule(['configuration', 'too_many_options'], 1061, 1277),
  ...rule(['configuration', 'option_too_long'], 1041, 1349),
  ...rule(['configuration', 'options_refused'], 1031, 1137, 1176, 1177, 1207, 1351, 1352),
]);

/** Returns what a status means, for codes that are not in the tables. */
export function byStatus(status: number): Verdict {
  if (status === 401) return ['needs_user', 'token_invalid'];
  if (status === 403) return ['configuration', 'scope_or_access'];
  if (status === 404) return ['configuration', 'not_found'];
  if (status === 408) return ['retry', 'timeout'];
  if (status === 410) return ['bug', 'api_retired'];
  if (status === 429) return ['retry', 'rate_limited'];
  // An error with a success status does not come from Smartsheet.
  if (status < 300) return ['retry', 'bad_reply'];
  return status >= 500 ? ['retry', 'outage'] : ['bug', 'bad_request'];
}

/** Error codes of failures before the first byte was sent: the call cannot have had an effect. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
]);

/** Returns the error for a try that got no complete reply. */
export function toNoReplyError(failure: {
  operation: SmartsheetOperation;
  isWrite: boolean;
  timedOut: boolean;
  error: unknown;
}): SmartsheetError {
  const { operation, isWrite, timedOut, error } = failure;
  const networkCode = getCode(error);
  const sent = networkCode === undefined || !beforeSending.has(networkCode);
  return new SmartsheetError({
    class: 'retry',
    reason: timedOut ? 'timeout' : 'network',
    operation,
    outcome: isWrite ? (sent ? 'unknown' : 'not_done') : undefined,
    detail: timedOut ? undefined : networkCode,
  });
}

/** Node wraps the system error when several addresses were tried (`errors`), and the standard `fetch` does (`cause`). */
function getCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 3) return undefined;
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  return getCode(error.cause ?? (Array.isArray(errors) ? errors[0] : undefined), depth + 1);
}
