import { usualDateLook, type WebhookDelivery } from '@picksync/contracts';
import { afterEach, expect, test } from 'vitest';
import { setDateReader } from '../../../ui/date-reader.ts';
import { getExpiry } from '../api-keys/api-keys-table.tsx';
import { deliveryResult } from './webhook-texts.ts';

afterEach(() => setDateReader(null));

const delivery = (changes: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: '0198f5a0-0000-7000-8000-0000000000c1',
  event: 'automation.synced',
  state: 'pending',
  attempts: 0,
  createdAt: '2026-11-21T10:00:00.000Z',
  lastAttemptAt: null,
  nextAttemptAt: '2026-11-21T10:00:00.000Z',
  responseStatus: null,
  durationMs: null,
  failure: null,
  ...changes,
});

test.each([
  [delivery({}), 'On its way'],
  [delivery({ state: 'delivered', responseStatus: 204, durationMs: 84 }), '204 in 84 ms'],
  [
    delivery({ attempts: 2, responseStatus: 503, failure: 'status' }),
    /^503 at try 2, next Nov 21, (2026, )?\d+:00\s[AP]M$/,
  ],
  [
    delivery({ attempts: 1, failure: 'unreachable' }),
    /^The receiver could not be reached\. That was try 1, the next is on Nov 21, (2026, )?\d+:00\s[AP]M\.$/,
  ],
  [delivery({ state: 'failed', failure: 'timeout' }), 'The receiver did not answer within 10 seconds.'],
  [delivery({ state: 'failed', responseStatus: 302, failure: 'redirect' }), /redirect/],
  [delivery({ state: 'failed', responseStatus: 404, failure: 'status' }), '404'],
])('a delivery says what came of it', (given, text) => {
  expect(deliveryResult(given).text).toMatch(text);
});

test.each([
  [null, undefined],
  [30, undefined],
  [6, 'Expires in 6 days'],
  [1.5, 'Expires tomorrow'],
  [0.5, 'Expires today'],
  [0, 'Expired'],
])('a key with %s days left', (days, text) => {
  setDateReader({ ...usualDateLook, timeZone: 'UTC' });
  const now = new Date('2026-11-21T10:00:00Z');
  const expiresAt = days === null ? null : new Date(now.getTime() + days * 86_400_000).toISOString();
  expect(getExpiry({ expiresAt }, now)?.text).toBe(text);
});
