import * as z from 'zod';
import { couponCodeField, planIdField } from './checkout.ts';
import { endpoint } from './endpoint.ts';

export const couponEndpoints = {
  validate: endpoint({
    method: 'POST',
    path: '/api/subscription/coupon/validate',
    body: z.strictObject({ code: couponCodeField, planId: planIdField }),
    reply: z.object({
      valid: z.boolean(),
      message: z.string(),
      code: z.string(),
      /** What the coupon takes off the first period, in the plan's currency. */
      appliedAmount: z.number().nonnegative(),
    }),
    access: 'user',
    rate: 'strict',
  }),
};
