import { expect, test } from 'vitest';
import { returnedFrom } from './returned-from.ts';

test('tells PayPal by its subscription, else Razorpay', () => {
  expect(
    returnedFrom({ subscription_id: 'I-1', plan_id: 2, coupon_code: 'WELCOME20', ba_token: 'BA-1' }),
  ).toEqual({
    from: 'paypal',
    planId: 2,
    coupon: 'WELCOME20',
    subscriptionId: 'I-1',
  });
  expect(
    returnedFrom({
      plan_id: 3,
      razorpay_payment_id: 'pay_1',
      razorpay_payment_link_id: 'plink_1',
      razorpay_payment_link_reference_id: 'ref',
      razorpay_payment_link_status: 'paid',
      razorpay_signature: 'abc',
    }),
  ).toEqual({
    from: 'razorpay',
    planId: 3,
    coupon: null,
    link: {
      payment_id: 'pay_1',
      payment_link_id: 'plink_1',
      payment_link_reference_id: 'ref',
      payment_link_status: 'paid',
      signature: 'abc',
    },
  });
});

test('an address that names only a plan means a purchase for nothing', () => {
  expect(returnedFrom({ plan_id: '2' })).toEqual({ from: 'nobody', planId: 2 });
});

test.each([
  [{}, 'Missing payment information. Please contact support'],
  [{ plan_id: 'two' }, 'Missing payment information. Please contact support'],
  [{ subscription_id: '', plan_id: 2 }, 'Missing subscription information'],
  [{ subscription_id: 'I-1' }, 'Missing plan information'],
  [{ razorpay_payment_link_id: 'plink_1', plan_id: -1 }, 'Missing plan information'],
])('the lack in %j is named', (search, missing) => {
  expect(returnedFrom(search)).toEqual({ from: 'unknown', missing });
});
