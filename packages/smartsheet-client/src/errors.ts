import type { SmartsheetOperation } from './operations.ts';

/**
 * What has to happen before the call can succeed.
 * - `retry`: nothing is wrong with the user's settings; the same work succeeds later.
 * - `needs_user`: the connection itself is refused; the user has to reconnect or talk to their Smartsheet admin.
 * - `configuration`: this sheet or column cannot be used like this; other sheets of the account are fine.
 * - `bug`: we sent something Smartsheet never accepts, or could not read its answer.
 */
export type SmartsheetErrorClass = 'retry' | 'needs_user' | 'configuration' | 'bug';

/** Every reason why a call can fail. Callers map each one to a sentence of their own. */
const smartsheetReasons = [
  'rate_limited',
  'outage',
  'busy',
  'network',
  'timeout',
  'bad_reply',
  'incomplete',
  'token_invalid',
  'token_expired',
  'revoked',
  'scope_or_access',
  'plan',
  'account_policy',
  'account_state',
  'client_refused',
  'not_found',
  'column_gone',
  'locked',
  'wrong_type',
  'column_in_use',
  'too_many_rows',
  'too_many_options',
  'option_too_long',
  'options_refused',
  'cell_refused',
  'callback_refused',
  'webhook_disabled',
  'api_retired',
  'bad_request',
] as const;

export type SmartsheetReason = (typeof smartsheetReasons)[number];

/** For writes: `not_done` when it is certain that nothing was changed, `unknown` when the change may have happened. */
export type SmartsheetOutcome = 'not_done' | 'unknown';

/**
 * Why we did not make the call and should try later: Smartsheet has refused an earlier one because there were too many
 * (`limit`), our own call budget is used up, or the token is being refreshed or belongs to another account by now. That is
 * not an outage of Smartsheet.
 */
type HeldBackBy = 'limit' | 'budget' | 'token' | 'switch';

export type SmartsheetErrorFields = {
  class: SmartsheetErrorClass;
  reason: SmartsheetReason;
  operation: SmartsheetOperation;
  /** Smartsheet's own error code, e.g. 4003. Absent for network failures and answers of proxies. */
  code?: number | undefined;
  /** HTTP status. Absent when no answer arrived. */
  status?: number | undefined;
  /** Smartsheet's reference for its support. Not always sent. */
  refId?: string | undefined;
  /** Milliseconds to wait before the same call makes sense. */
  retryAfterMs?: number | undefined;
  outcome?: SmartsheetOutcome | undefined;
  /** Only for calls that we did not send ourselves. */
  heldBackBy?: HeldBackBy | undefined;
  /** Our own description of where an answer was unreadable: member names only, never values. */
  detail?: string | undefined;
};

/**
 * The only error this package throws for a failed call (an aborted `signal` rejects with the signal's reason).
 * Smartsheet's own message is dropped on purpose: it may quote cell values and option texts (e.g. code 1042).
 */
export class SmartsheetError extends Error {
  override readonly name = 'SmartsheetError';
  readonly class: SmartsheetErrorClass;
  readonly reason: SmartsheetReason;
  readonly operation: SmartsheetOperation;
  readonly code: number | undefined;
  readonly status: number | undefined;
  readonly refId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly outcome: SmartsheetOutcome | undefined;
  readonly heldBackBy: HeldBackBy | undefined;

  constructor(fields: SmartsheetErrorFields) {
    super(describe(fields));
    this.class = fields.class;
    this.reason = fields.reason;
    this.operation = fields.operation;
    this.code = fields.code;
    this.status = fields.status;
    this.refId = fields.refId;
    this.retryAfterMs = fields.retryAfterMs;
    this.outcome = fields.outcome;
    this.heldBackBy = fields.heldBackBy;
  }
}

function describe({ operation, reason, status, code, refId, detail }: SmartsheetErrorFields) {
  const facts = [
    status === undefined ? undefined : `HTTP ${status}`,
    code === undefined ? undefined : `code ${code}`,
    refId === undefined ? undefined : `ref ${refId}`,
    detail,
  ].filter((fact) => fact !== undefined);
  return `Smartsheet ${operation}: ${reason}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}
