import { describe, expect, it } from 'vitest';
import { toReplyError } from './errors.classify.ts';
import type { SmartsheetOperation } from './operations.ts';

const classify = (reply: {
  status: number;
  body?: unknown;
  operation?: SmartsheetOperation;
  isWrite?: boolean;
  retryAfterMs?: number;
}) =>
  toReplyError({
    operation: 'sheets.get',
    isWrite: false,
    retryAfterMs: undefined,
    body: undefined,
    ...reply,
  });

const verdict = (status: number, errorCode: number, operation: SmartsheetOperation = 'sheets.get') => {
  const error = classify({ status, operation, body: { errorCode, message: 'anything', refId: 'abc' } });
  return `${error.class} ${error.reason}`;
};

describe('error codes', () => {
  it.each([
    [401, 1001, 'needs_user token_invalid'],
    [401, 1002, 'needs_user token_invalid'],
    [401, 1003, 'needs_user token_expired'],
    [401, 1005, 'needs_user account_policy'],
    [403, 1004, 'configuration scope_or_access'],
    [404, 1006, 'configuration not_found'],
    [403, 1013, 'needs_user plan'],
    [400, 1036, 'configuration column_gone'],
    [403, 1039, 'configuration locked'],
    [400, 1042, 'configuration cell_refused'],
    [400, 1059, 'configuration wrong_type'],
    [400, 1060, 'configuration wrong_type'],
    [400, 1082, 'configuration wrong_type'],
    [400, 1085, 'configuration column_in_use'],
    [400, 1087, 'configuration column_in_use'],
    [400, 1032, 'bug bad_request'],
    [400, 1090, 'bug bad_request'],
    [400, 1041, 'bug bad_request'],
    [404, 1151, 'configuration not_found'],
    [400, 1151, 'configuration not_found'],
    [403, 1154, 'configuration webhook_disabled'],
    [400, 1152, 'configuration callback_refused'],
    [429, 4003, 'retry rate_limited'],
    [500, 4000, 'retry outage'],
    [503, 4001, 'retry outage'],
    [500, 4002, 'retry outage'],
    [500, 4004, 'retry busy'],
    [410, 4005, 'bug api_retired'],
    [400, 5001, 'needs_user account_state'],
    [400, 5036, 'retry busy'],
  ])('%i with code %i is %s', (status, code, expected) => {
    expect(verdict(status, code)).toBe(expected);
  });

  it.each([
    [400, 9_999, 'bug bad_request'],
    [401, 9_999, 'needs_user token_invalid'],
    [403, 9_999, 'configuration scope_or_access'],
    [404, 9_999, 'configuration not_found'],
    [429, 9_999, 'retry rate_limited'],
    [502, 9_999, 'retry outage'],
  ])('an unknown code with status %i is judged by the status', (status, code, expected) => {
    expect(verdict(status, code)).toBe(expected);
  });

  it.each([
    ['columns.update', 400, 1041, 'configuration option_too_long'],
    ['columns.update', 400, 1061, 'configuration too_many_options'],
    ['columns.update', 400, 1137, 'configuration options_refused'],
    ['columns.update', 404, 1006, 'configuration column_gone'],
    ['columns.update', 403, 1004, 'configuration scope_or_access'],
    ['users.me', 403, 1004, 'needs_user scope_or_access'],
    ['sheets.list', 403, 1004, 'needs_user scope_or_access'],
    ['webhooks.update', 404, 1006, 'configuration not_found'],
  ] as const)('in %s %i with code %i is %s', (operation, status, code, expected) => {
    expect(verdict(status, code, operation)).toBe(expected);
  });
});

describe('answers of the token endpoint', () => {
  it.each([
    [{ errorCode: 1071, error: 'invalid_grant' }, 'needs_user revoked'],
    [{ errorCode: 9_999, error: 'invalid_grant' }, 'needs_user revoked'],
    [{ error: 'invalid_grant' }, 'needs_user revoked'],
    [{ errorCode: 1238, error: 'invalid_client' }, 'bug client_refused'],
    [{ error: 'invalid_client' }, 'bug client_refused'],
    [{ errorCode: 1132 }, 'needs_user revoked'],
    [{ errorCode: 1004 }, 'needs_user revoked'],
    [{ errorCode: 1006 }, 'needs_user revoked'],
  ])('%j is %s', (body, expected) => {
    const error = classify({ status: 400, operation: 'oauth.refresh', isWrite: true, body });
    expect(`${error.class} ${error.reason}`).toBe(expected);
  });
});

describe('answers that are not from Smartsheet', () => {
  it.each([
    [302, 'bad_reply'],
    [401, 'bad_reply'],
    [403, 'bad_reply'],
    [404, 'bad_reply'],
    [408, 'timeout'],
    [429, 'rate_limited'],
    [502, 'outage'],
  ])('status %i without the envelope never blames the user: %s', (status, reason) => {
    expect(classify({ status })).toMatchObject({ class: 'retry', reason, code: undefined });
  });
});

describe('the fields of an error', () => {
  it('has code, status and reference but none of the provider text', () => {
    const error = classify({
      status: 400,
      body: { errorCode: 1042, message: 'value Ada Lovelace', refId: 'r9' },
    });
    expect(error).toMatchObject({ code: 1042, status: 400, refId: 'r9', outcome: undefined });
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain('Ada');
    expect(error.message).toBe('Smartsheet sheets.get: cell_refused (HTTP 400, code 1042, ref r9)');
  });

  it('tolerates a missing reference and a quoted code', () => {
    expect(classify({ status: 429, body: { errorCode: '4003' } })).toMatchObject({
      code: 4003,
      refId: undefined,
    });
  });

  it('asks for a minute after a rate limit that names no time', () => {
    expect(classify({ status: 429, body: { errorCode: 4003 } }).retryAfterMs).toBe(60_000);
    expect(classify({ status: 429, body: { errorCode: 4003 }, retryAfterMs: 7_000 }).retryAfterMs).toBe(
      7_000,
    );
  });

  it.each([
    [400, 1008, 'not_done'],
    [429, 4003, 'not_done'],
    [503, 4001, 'not_done'],
    [500, 4004, 'not_done'],
    [500, 4000, 'unknown'],
    [500, 4002, 'unknown'],
    [502, undefined, 'unknown'],
  ])('a write refused with %i and code %s is %s', (status, errorCode, outcome) => {
    expect(classify({ status, isWrite: true, body: { errorCode } }).outcome).toBe(outcome);
  });
});
