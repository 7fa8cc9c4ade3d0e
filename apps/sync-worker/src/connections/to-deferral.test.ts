import { SmartsheetError, type SmartsheetErrorFields } from '@picksync/smartsheet-client';
import { expect, test } from 'vitest';
import { toDeferral } from './to-deferral.ts';

const after = (fields: Partial<SmartsheetErrorFields>) =>
  toDeferral(new SmartsheetError({ class: 'retry', reason: 'outage', operation: 'sheets.get', ...fields }));

test.each([
  ['a server error', { reason: 'outage', status: 500 }, { reason: 'outage', delayMs: 0 }],
  ['maintenance with an end', { status: 503, retryAfterMs: 90_000 }, { reason: 'outage', delayMs: 90_000 }],
  ['a cut connection', { reason: 'network' }, { reason: 'outage', delayMs: 0 }],
  [
    'too many calls',
    { reason: 'rate_limited', status: 429, retryAfterMs: 60_000 },
    { reason: 'limited', delayMs: 60_000 },
  ],
  [
    'too many calls, and a wish to be asked again at once',
    { reason: 'rate_limited', status: 429, retryAfterMs: 1_000 },
    { reason: 'limited', delayMs: 60_000 },
  ],
  [
    'calls that are used up',
    { reason: 'rate_limited', heldBackBy: 'budget', retryAfterMs: 7_000 },
    { reason: 'paced', delayMs: 7_000 },
  ],
  [
    'calls that are held back since Smartsheet refused one',
    { reason: 'rate_limited', heldBackBy: 'limit', retryAfterMs: 7_000 },
    { reason: 'limited', delayMs: 7_000 },
  ],
  [
    'a token that is being refreshed',
    { reason: 'timeout', heldBackBy: 'token' },
    { reason: 'paced', delayMs: 1_000 },
  ],
] as const)('a connection backs off after %s', (_what, fields, deferral) => {
  expect(after(fields)).toEqual(deferral);
});
