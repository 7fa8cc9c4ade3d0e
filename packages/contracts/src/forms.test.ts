import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { activateSubscriptionBody } from './admin.ts';
import { checkoutBody } from './checkout.ts';
import { contactBody } from './contact.ts';
import { fieldErrors } from './errors.ts';

const listErrors = (schema: z.ZodType, value: unknown) =>
  fieldErrors(schema.safeParse(value).error?.issues ?? []);
const email = 'office@northwind.example';

describe('the contact form', () => {
  test.each([undefined, '', 'x', 'hey ', '    x   '])('a message like %j is too short', (message) => {
    expect(listErrors(contactBody, { email, message })).toEqual({
      message: 'Message is required and must be at least 5 characters',
    });
  });

  test('needs a valid address', () => {
    expect(listErrors(contactBody, { email: 'nobody', message: 'Hello there' })).toEqual({
      email: 'Please enter a valid email address',
    });
  });
});

describe('the checkout', () => {
  test('needs a plan', () => {
    expect(listErrors(checkoutBody, {})).toEqual({ plan_id: 'Subscription plan is required' });
    expect(listErrors(checkoutBody, { plan_id: 0 })).toEqual({
      plan_id: 'Please select a valid subscription plan',
    });
  });

  test('is paid through Razorpay unless said otherwise; everything else is optional', () => {
    expect(checkoutBody.parse({ plan_id: 2 })).toEqual({ plan_id: 2, payment_method: 'razorpay' });
  });

  test('coupon codes are compared in capitals', () => {
    expect(checkoutBody.parse({ plan_id: 2, coupon_code: ' spring ' }).coupon_code).toBe('SPRING');
  });

  test('takes any address: the server keeps to its own site and ignores the others', () => {
    expect(listErrors(checkoutBody, { plan_id: 2, return_url: 'javascript:alert(1)' })).toEqual({});
  });
});

describe('the admin form', () => {
  test('needs an address and a plan', () => {
    expect(listErrors(activateSubscriptionBody, { userEmail: '' })).toEqual({
      userEmail: 'Please enter a user email address',
      planId: 'Please select a subscription plan',
    });
  });
});
