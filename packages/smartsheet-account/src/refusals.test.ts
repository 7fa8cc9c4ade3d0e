import { failureSentence, smartsheetErrorTexts } from '@picksync/contracts';
import { SmartsheetError, type SmartsheetErrorFields } from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import { endsConnection, statusSentence, toAppError } from './refusals.ts';

const failure = (fields: Pick<SmartsheetErrorFields, 'class' | 'reason'> & Partial<SmartsheetErrorFields>) =>
  new SmartsheetError({ operation: 'sheets.get', ...fields });

test.each([
  ['token_invalid', 'smartsheet_needs_reconnect', smartsheetErrorTexts[1001]],
  ['revoked', 'smartsheet_needs_reconnect', smartsheetErrorTexts[1001]],
] as const)('the refusal %s asks for a new connection', (reason, code, message) => {
  const error = failure({ class: 'needs_user', reason, status: 401 });
  expect(toAppError(error)).toMatchObject({ code, message });
  expect(endsConnection(error)).toBe('revoked');
});

test('a missing right is the connection only where the whole account is refused', () => {
  const ofAccount = failure({ class: 'needs_user', reason: 'scope_or_access', operation: 'sheets.list' });
  expect(toAppError(ofAccount).code).toBe('smartsheet_needs_reconnect');
  expect(endsConnection(ofAccount)).toBe('missing_scope');

  const ofSheet = failure({ class: 'configuration', reason: 'scope_or_access', code: 1004 });
  expect(toAppError(ofSheet)).toMatchObject({
    code: 'smartsheet_forbidden',
    message: smartsheetErrorTexts[1004],
  });
  expect(endsConnection(ofSheet)).toBeNull();
});

test.each([
  ['revoked', 'connection_revoked'],
  ['token_expired', 'connection_revoked'],
  ['scope_or_access', 'connection_scope'],
  ['plan', 'plan_without_api'],
  ['account_policy', 'account_policy'],
  ['account_state', 'account_state'],
] as const)('a connection refused for %s is reported as %s', (reason, reported) => {
  const ended = endsConnection(failure({ class: 'needs_user', reason }));
  expect(ended).not.toBeNull();
  expect(statusSentence(ended)).toBe(failureSentence(reported));
});

test('a sheet that is gone is not found', () => {
  const error = failure({ class: 'configuration', reason: 'not_found', code: 1006 });
  expect(toAppError(error)).toMatchObject({
    code: 'not_found',
    message: smartsheetErrorTexts[1006],
  });
});

test('a rate limit says how long to wait', () => {
  const told = failure({ class: 'retry', reason: 'rate_limited', retryAfterMs: 1500 });
  expect(toAppError(told)).toMatchObject({
    code: 'smartsheet_busy',
    details: { retryAfterSeconds: 2 },
  });
  const untold = failure({ class: 'retry', reason: 'rate_limited' });
  expect(toAppError(untold).details).toEqual({ retryAfterSeconds: 60 });
});

test('a call that we hold back ourselves is no refusal of Smartsheet', () => {
  const fields = { class: 'retry', reason: 'rate_limited', retryAfterMs: 1500 } as const;
  expect(toAppError(failure({ ...fields, heldBackBy: 'budget' }))).toMatchObject({
    code: 'smartsheet_paced',
    message: expect.stringMatching(/^Picksync is spacing out its calls/),
    details: { retryAfterSeconds: 2 },
  });
  expect(toAppError(failure({ ...fields, heldBackBy: 'limit' })).code).toBe('smartsheet_busy');
});

test.each([
  ['network', /cannot be reached/],
  ['timeout', /cannot be reached/],
  ['outage', /answers with errors/],
  ['busy', /answers with errors/],
] as const)('%s is Smartsheet being away, and says whether it answered', (reason, message) => {
  const error = toAppError(failure({ class: 'retry', reason }));
  expect(error).toMatchObject({
    code: 'smartsheet_unavailable',
    message: expect.stringMatching(message),
  });
});

test('an unforeseen refusal is an error of its own, and says nothing of Smartsheet’s answer', () => {
  const error = toAppError(failure({ class: 'bug', reason: 'client_refused', code: 1067 }));
  expect(error.code).toBe('smartsheet_error');
  expect(JSON.stringify(error.toReply())).not.toContain('1067');
});

test.each([
  ['revoked', 'no longer accepts'],
  ['missing_scope', 'lacks a right'],
  ['plan_without_api', 'API access'],
  ['a reason of a newer version', 'no longer accepts'],
  [null, 'no longer accepts'],
])('a connection set aside for %s is told in a sentence', (reason, words) => {
  expect(statusSentence(reason)).toContain(words);
});

test.each([
  ['plan', 'plan_without_api', 'API access'],
  ['account_policy', 'account_policy', 'rules of your organization'],
  ['account_state', 'account_state', 'Sign in to Smartsheet'],
] as const)(
  'the refusal %s ends the connection, for the worker and the API alike',
  (reason, status, words) => {
    const error = failure({ class: 'needs_user', reason, status: 403 });
    expect(endsConnection(error)).toBe(status);
    expect(toAppError(error)).toMatchObject({ code: 'smartsheet_needs_reconnect' });
    expect(toAppError(error).message).toContain(words);
    expect(statusSentence(status)).toContain(words);
  },
);

test('a call that waits for a token says when to try again', () => {
  const error = failure({ class: 'retry', reason: 'outage', heldBackBy: 'token', retryAfterMs: 5000 });
  expect(toAppError(error)).toMatchObject({
    code: 'smartsheet_unavailable',
    details: { retryAfterSeconds: 5 },
  });
});
