import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { targetsSetting } from './public-target.ts';
import { httpOrigin, readSettings } from './read-settings.ts';
import { assertSafeStart } from './safe-start.ts';

const settings = z
  .looseObject({ PUBLIC_URL: httpOrigin, OUTGOING_WEBHOOK_TARGETS: targetsSetting })
  .superRefine(assertSafeStart);

const standIns = {
  SMARTSHEET_API_BASE: 'http://127.0.0.1:4010/2.0',
  POSTMARK_TOKEN: 'sandbox',
  POSTMARK_HOST: '127.0.0.1:4010',
  GOOGLE_CLIENT_ID: 'picksync-local',
  GOOGLE_API_BASE: 'http://127.0.0.1:4010/google',
  PAYPAL_CLIENT_ID: 'picksync-local',
  PAYPAL_API_BASE: 'http://127.0.0.1:4010/paypal',
};

/** Each has one provider that is real, or runs in an image. */
const real = [
  ['Smartsheet', { SMARTSHEET_API_BASE: '' }],
  ['Smartsheet by its own address', { SMARTSHEET_API_BASE: 'https://api.smartsheet.eu/2.0' }],
  ['Smartsheet by a name with a dot', { SMARTSHEET_API_BASE: 'https://api.smartsheet.com./2.0' }],
  ['the mail provider', { POSTMARK_HOST: '' }],
  ['Google', { GOOGLE_API_BASE: '' }],
  ['Microsoft', { MICROSOFT_CLIENT_ID: 'registered' }],
  ['PayPal', { PAYPAL_API_BASE: 'https://api-m.paypal.com' }],
  ['PayPal with play money', { PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' }],
  ['Razorpay', { RAZORPAY_KEY_ID: 'rzp_live_1' }],
  ['an image', { NODE_ENV: 'production' }],
] as const;

const start = (changes: Record<string, string>) => () =>
  readSettings(settings, { PUBLIC_URL: 'http://localhost:3000', ...standIns, ...changes });

describe.each(real)('a start with %s', (_, provider) => {
  test('is refused with an http address that other machines open', () => {
    const refusal = /^The settings are not complete: PUBLIC_URL has to begin with https:\/\/[^;\n]*$/;
    for (const url of ['http://picksync.example', 'http://192.168.0.5:3000', 'http://localhost.example'])
      expect(start({ ...provider, PUBLIC_URL: url })).toThrow(refusal);
    for (const url of ['https://picksync.example', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(start({ ...provider, PUBLIC_URL: url })).not.toThrow();
  });

  test('is refused with webhooks that go anywhere', () => {
    const refusal = /^The settings are not complete: OUTGOING_WEBHOOK_TARGETS may be anywhere only[^;\n]*$/;
    expect(start({ ...provider, OUTGOING_WEBHOOK_TARGETS: 'anywhere' })).toThrow(refusal);
    expect(start({ ...provider, OUTGOING_WEBHOOK_TARGETS: 'public' })).not.toThrow();
  });
});

test('an http address and webhooks to anywhere are accepted beside the sandbox alone', () => {
  const given = { PUBLIC_URL: 'http://192.168.0.5:3000', OUTGOING_WEBHOOK_TARGETS: 'anywhere' };
  expect(start(given)).not.toThrow();
});
