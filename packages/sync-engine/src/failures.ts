import type { FailureReason, TargetRefusal } from '@picksync/contracts';
import { SmartsheetError, type SmartsheetReason } from '@picksync/smartsheet-client';

/** What was being done when a call failed: the same refusal means another thing for the user. */
export type Situation = 'account' | 'source' | 'target';

/** Returns the reason that is given to the user for an error. Errors that are not Smartsheet's are ours. */
export function failureReasonOf(failure: { error: unknown; situation: Situation }): FailureReason {
  const { error, situation } = failure;
  if (!(error instanceof SmartsheetError)) return 'bug';
  if (error.class === 'bug') return 'bug';
  if (error.class === 'retry') return retryReasons[error.reason] ?? 'provider_outage';
  if (error.class === 'needs_user') return userReasons[error.reason] ?? 'connection_revoked';
  return configurationReasons[situation][error.reason] ?? 'request_refused';
}

/** Why a column that was chosen as a target cannot be written any more. */
export const reasonOfRefusal: Record<TargetRefusal, FailureReason> = {
  no_right: 'target_no_right',
  not_dropdown: 'target_column_retyped',
  system: 'target_column_retyped',
  symbol: 'target_symbol',
  locked: 'target_column_locked',
  taken: 'request_refused',
};

type Reasons = Partial<Record<SmartsheetReason, FailureReason>>;

const retryReasons: Reasons = {
  rate_limited: 'rate_limited',
  busy: 'save_collision',
  incomplete: 'incomplete_answer',
};

const userReasons: Reasons = {
  scope_or_access: 'connection_scope',
  plan: 'plan_without_api',
  account_policy: 'account_policy',
  account_state: 'account_state',
};

const configurationReasons: Record<Situation, Reasons> = {
  account: {},
  source: {
    not_found: 'source_sheet_gone',
    column_gone: 'source_column_gone',
    scope_or_access: 'source_no_right',
  },
  target: {
    not_found: 'target_sheet_gone',
    column_gone: 'target_column_gone',
    scope_or_access: 'target_no_right',
    locked: 'target_column_locked',
    wrong_type: 'target_column_retyped',
  },
};
