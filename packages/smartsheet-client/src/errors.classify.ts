import * as z from 'zod';
import { byCode, byCodeOnOptions, byStatus, type Verdict } from './errors.table.ts';
import { SmartsheetError, type SmartsheetOutcome } from './errors.ts';
import type { SmartsheetOperation } from './operations.ts';
import { wireCount } from './wire.ts';

/**
 * How long to make no calls with a token after a 429 that does not say so itself ("at least 60 seconds", "Rate
 * limiting").
 */
export const rateLimitPauseMs = 60_000;

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
export function errorOfReply(reply: {
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
    (code === undefined ? undefined : verdictOfCode({ operation, status, code, word })) ??
      verdictOfWord(word) ??
      verdictOfStranger(status),
  );
  return new SmartsheetError({
    class: errorClass,
    reason,
    operation,
    status,
    code,
    refId,
    retryAfterMs: reply.retryAfterMs ?? (reason === 'rate_limited' ? rateLimitPauseMs : undefined),
    outcome: reply.isWrite ? outcomeOf({ status, code }) : undefined,
  });
}

function verdictOfCode(said: {
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
  return onOptions ?? byCode.get(code) ?? ofAccount ?? verdictOfWord(word) ?? byStatus(status);
}

/** The error codes of the token endpoint (RFC 6749, 5.2). */
function verdictOfWord(word: string | undefined): Verdict | undefined {
  if (word === 'invalid_grant') return ['needs_user', 'revoked'];
  return word === 'invalid_client' || word === 'unauthorized_client' ? ['bug', 'client_refused'] : undefined;
}

function verdictOfStranger(status: number): Verdict {
  return status === 408 || status === 429 || status >= 500 ? byStatus(status) : ['retry', 'bad_reply'];
}

/** The same refusal concerns the account in one call, a sheet in another and a column in a third. */
function inContext(operation: SmartsheetOperation, verdict: Verdict): Verdict {
  const [errorClass, reason] = verdict;
  // A call for tokens has no sheet: whatever the reason for its refusal, the user has to connect again.
  if (errorClass === 'configuration' && operation.startsWith('oauth.')) return ['needs_user', 'revoked'];
  if (reason === 'scope_or_access' && isAccountWide(operation)) return ['needs_user', reason];
  if (reason === 'not_found' && isOfColumn(operation)) return ['configuration', 'column_gone'];
  return verdict;
}

/** A refusal here concerns the token, not one sheet. */
function isAccountWide(operation: SmartsheetOperation) {
  return operation === 'users.me' || operation === 'sheets.list' || operation === 'webhooks.list';
}

function isOfColumn(operation: SmartsheetOperation) {
  return operation === 'columns.update';
}

/**
 * Refusals change nothing; 4001 and 4004 are refusals too. Any other 5xx may have come after the change, and so may an
 * error with a success status.
 */
function outcomeOf({ status, code }: { status: number; code: number | undefined }): SmartsheetOutcome {
  return (status >= 300 && status < 500) || code === 4001 || code === 4003 || code === 4004
    ? 'not_done'
    : 'unknown';
}
