import { failureClassOf } from '@picksync/contracts';
import {
  SmartsheetError,
  type SmartsheetErrorClass,
  type SmartsheetReason,
} from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import { failureReasonOf, type Situation } from './failures.ts';

const error = (errorClass: SmartsheetErrorClass, reason: SmartsheetReason) =>
  new SmartsheetError({ class: errorClass, reason, operation: 'sheets.get' });

test.each([
  ['retry', 'rate_limited', 'target', 'rate_limited'],
  ['retry', 'outage', 'source', 'provider_outage'],
  ['retry', 'timeout', 'source', 'provider_outage'],
  ['retry', 'busy', 'target', 'save_collision'],
  ['needs_user', 'revoked', 'account', 'connection_revoked'],
  ['needs_user', 'token_expired', 'source', 'connection_revoked'],
  ['needs_user', 'scope_or_access', 'account', 'connection_scope'],
  ['needs_user', 'plan', 'target', 'plan_without_api'],
  ['needs_user', 'account_policy', 'account', 'account_policy'],
  ['needs_user', 'account_state', 'account', 'account_state'],
  ['configuration', 'not_found', 'source', 'source_sheet_gone'],
  ['configuration', 'not_found', 'target', 'target_sheet_gone'],
  ['configuration', 'column_gone', 'target', 'target_column_gone'],
  ['configuration', 'scope_or_access', 'source', 'source_no_right'],
  ['configuration', 'scope_or_access', 'target', 'target_no_right'],
  ['configuration', 'locked', 'target', 'target_column_locked'],
  ['configuration', 'wrong_type', 'target', 'target_column_retyped'],
  ['configuration', 'too_many_options', 'target', 'request_refused'],
  ['bug', 'bad_request', 'target', 'bug'],
] as const)('%s %s at the %s is told as %s', (errorClass, reason, situation, told) => {
  expect(failureReasonOf({ error: error(errorClass, reason), situation })).toBe(told);
});

test('an error is told as one of its own class, whatever the situation', () => {
  const classes = ['retry', 'needs_user', 'configuration', 'bug'] as const;
  const reasons = ['rate_limited', 'plan', 'not_found', 'options_refused', 'bad_reply', 'busy'] as const;
  const situations: Situation[] = ['account', 'source', 'target'];
  for (const errorClass of classes) {
    for (const reason of reasons) {
      for (const situation of situations) {
        const told = failureReasonOf({ error: error(errorClass, reason), situation });
        expect(failureClassOf(told)).toBe(errorClass);
      }
    }
  }
});

test('an error that is not Smartsheet’s is ours', () => {
  expect(failureReasonOf({ error: new TypeError('x is not a function'), situation: 'source' })).toBe('bug');
});
