import { getFailureClass } from '@picksync/contracts';
import { SmartsheetError, type SmartsheetReason } from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import { toFailureReason } from './failure-reason.ts';

const refused = (reason: SmartsheetReason) =>
  new SmartsheetError({ class: 'configuration', reason, operation: 'sheets.get' });

test.each([
  ['not_found', 'source', 'source_sheet_gone'],
  ['not_found', 'target', 'target_sheet_gone'],
  ['not_found', 'report', 'report_gone'],
  ['scope_or_access', 'report', 'report_no_right'],
  ['too_many_rows', 'report', 'report_too_long'],
  ['column_gone', 'target', 'target_column_gone'],
  ['scope_or_access', 'source', 'source_no_right'],
  ['scope_or_access', 'target', 'target_no_right'],
  ['scope_or_access', 'target_list', 'target_unlicensed'],
  ['locked', 'target', 'target_column_locked'],
  ['wrong_type', 'target', 'target_column_retyped'],
  ['too_many_options', 'target', 'request_refused'],
] as const)('the refusal %s of the %s is reported as %s', (reason, role, reported) => {
  expect(toFailureReason({ error: refused(reason), role })).toBe(reported);
});

test('a refusal because of a sheet is never reported as anything else', () => {
  const reasons = ['rate_limited', 'plan', 'not_found', 'options_refused', 'bad_reply', 'busy'] as const;
  for (const reason of reasons) {
    for (const role of ['source', 'report', 'target'] as const) {
      expect(getFailureClass(toFailureReason({ error: refused(reason), role }))).toBe('configuration');
    }
  }
});
