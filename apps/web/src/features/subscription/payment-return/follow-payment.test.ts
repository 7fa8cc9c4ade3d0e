import { describe, expect, test } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import type { Payment } from './follow-payment.ts';
import { followPayment, type Phase } from './follow-payment.ts';

const verifyPath = 'POST /api/subscription/paypal/verify';
const statusPath = 'GET /api/subscription/paypal/status/I-1';
const razorpayPath = 'POST /api/subscription/razorpay/verify';

const paypal: Payment = { from: 'paypal', planId: 2, coupon: 'WELCOME20', subscriptionId: 'I-1' };
const razorpay: Payment = { from: 'razorpay', planId: 3, coupon: null, link: { payment_link_id: 'plink_1' } };

const verified = (status: string, message = '') => ({
  body: { success: status === 'active', status, message },
});
const polled = (status: string) => ({ body: { success: true, subscription: { status } } });

/** Follows a payment to its end, and returns the phases and the rests between the questions. */
async function follow(payment: Payment, leaving = new AbortController()) {
  const told: string[] = [];
  const rests: number[] = [];
  await followPayment(payment, {
    signal: leaving.signal,
    onPhase: (phase: Phase) =>
      void told.push('message' in phase ? `${phase.is}: ${phase.message}` : phase.is),
    onActive: async () => void told.push('refreshed'),
    rest: async (ms) => void rests.push(ms),
  });
  return { told, rests };
}

test('goes straight to the details when a payment is active at once', async () => {
  const api = fakeApi({ [verifyPath]: verified('active') });
  const { told, rests } = await follow(paypal);
  expect(told).toEqual(['verifying', 'refreshed', 'done']);
  expect(rests).toEqual([]);
  expect(api.received(verifyPath)[0]?.body).toEqual({
    plan_id: 2,
    coupon_code: 'WELCOME20',
    subscription_id: 'I-1',
  });
});

test('a pending payment is polled every 3 seconds, and its details load 1.5 s after the activation', async () => {
  let asked = 0;
  const api = fakeApi({
    [verifyPath]: verified('approval_pending'),
    [statusPath]: () => {
      asked += 1;
      if (asked === 2) return 'unreachable';
      return polled(asked === 4 ? 'active' : 'pending');
    },
  });
  const { told, rests } = await follow(paypal);
  expect(told).toEqual(['verifying', 'activating', 'refreshed', 'activated', 'done']);
  expect(rests).toEqual([3000, 3000, 3000, 3000, 1500]);
  expect(api.received(statusPath)[0]?.path).toContain('checkRealTime=true');
});

test('goes on in the background after 26 questions', async () => {
  const api = fakeApi({ [verifyPath]: verified('pending'), [statusPath]: polled('pending') });
  const { told } = await follow(paypal);
  expect(told).toEqual(['verifying', 'activating', 'slow']);
  expect(api.received(statusPath)).toHaveLength(26);
});

test('Razorpay is verified again while it is pending', async () => {
  let asked = 0;
  fakeApi({ [razorpayPath]: () => verified(++asked === 3 ? 'active' : 'pending') });
  expect((await follow(razorpay)).told).toEqual([
    'verifying',
    'activating',
    'refreshed',
    'activated',
    'done',
  ]);
});

describe('failures', () => {
  test('a link that is not paid names its status', async () => {
    fakeApi({ [razorpayPath]: verified('expired') });
    expect((await follow(razorpay)).told).toEqual([
      'verifying',
      'not_paid: Payment status: expired. Please try again or contact support.',
    ]);
  });

  test('a pending payment that ends shows the text of the verification', async () => {
    const given = 'This checkout was closed. If you paid for it, you get everything back.';
    let asked = 0;
    fakeApi({
      [verifyPath]: () => (++asked === 1 ? verified('pending') : verified('cancelled', given)),
      [statusPath]: polled('given_back'),
    });
    expect((await follow(paypal)).told).toEqual(['verifying', 'activating', `not_paid: ${given}`]);
  });

  test('a lookup without an answer is a failure and not a verdict', async () => {
    fakeApi({ [verifyPath]: 'unreachable' });
    expect((await follow(paypal)).told[1]).toMatch(/^failed: Network error/);
  });

  test.each([
    ['at once', 1],
    ['while it is polled', 2],
  ])('a payment that does not fit the order is told %s, and not asked for again', async (_when, at) => {
    const message = 'This payment is not what your order asks for.';
    const mismatch = { status: 400, body: { code: 'payment_mismatch', message } };
    let asked = 0;
    fakeApi({ [razorpayPath]: () => (++asked === at ? mismatch : verified('pending')) });
    expect((await follow(razorpay)).told.at(-1)).toBe(`mismatch: ${message}`);
    expect(asked).toBe(at);
  });

  test('leaving the page stops the polling', async () => {
    const leaving = new AbortController();
    fakeApi({
      [verifyPath]: () => {
        leaving.abort();
        return verified('active');
      },
    });
    expect((await follow(paypal, leaving)).told).toEqual(['verifying']);
  });
});
