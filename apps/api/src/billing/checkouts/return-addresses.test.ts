import { expect, test } from 'vitest';
import { returnAddresses } from './start-checkout.ts';

const origin = 'https://picksync.example';
const purchase = { provider: 'paypal', planId: 2, couponCode: undefined } as const;
const returnUrl = (asked: string | undefined) =>
  returnAddresses({ returnUrl: asked }, purchase, origin).returnUrl;

test.each([
  ['/subscription/success', `${origin}/subscription/success?plan_id=2`],
  ['/subscription?status=success&plan_id=9', `${origin}/subscription?status=success&plan_id=2`],
  [`${origin}/subscription/success`, `${origin}/subscription/success?plan_id=2`],
])('a page of our own site is taken: %s', (asked, expected) => {
  expect(returnUrl(asked)).toBe(expected);
});

test.each([
  undefined,
  '',
  'https://evil.example/subscription',
  '//evil.example/subscription',
  '/\\evil.example',
  'https://picksync.example.evil.example/',
  'https://picksync.example@evil.example/',
  'https://user:word@picksync.example/',
  'http://picksync.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  '/api/auth/logout',
])('anything else is the default: %s', (asked) => {
  expect(returnUrl(asked)).toBe(`${origin}/subscription?status=success&plan_id=2`);
});

test('each provider has its defaults, and the coupon goes along', () => {
  const razorpay = { provider: 'razorpay', planId: 3, couponCode: 'SPRING 10' } as const;
  expect(returnAddresses({}, razorpay, origin)).toEqual({
    returnUrl: `${origin}/subscription/success?plan_id=3&coupon_code=SPRING+10`,
    cancelUrl: `${origin}/subscription/cancel`,
  });
  expect(returnAddresses({}, purchase, origin).cancelUrl).toBe(`${origin}/subscription?status=cancelled`);
});
