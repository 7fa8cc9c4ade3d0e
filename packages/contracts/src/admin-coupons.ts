import * as z from 'zod';
import { couponCodeField, planIdField } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { adminAct, adminPages } from './endpoint-kinds.ts';
import { count, idField, idParams, isoTime } from './fields.ts';

const discountTypes = ['percent', 'amount'] as const;

/** Why a coupon is no longer valid; null while it is. */
const couponEnds = ['expired', 'used_up', 'ended'] as const;

const adminCoupon = z.object({
  id: idField,
  code: z.string(),
  discountType: z.enum(discountTypes),
  discountPercent: z.int().nullable(),
  /** With two decimals, in the currency of the plans. */
  discountAmount: z.number().nullable(),
  /** Empty: every paid plan. */
  validForPlanIds: z.array(z.int()),
  expiryDate: isoTime.nullable(),
  maxUses: count.nullable(),
  /** Used, and reserved by checkouts that may still be paid. */
  currentUses: count,
  ended: z.enum(couponEnds).nullable(),
  createdAt: isoTime,
});

const terms = {
  validForPlanIds: z.array(planIdField).max(20),
  expiryDate: z.iso.datetime('Please give a date').max(40).nullable(),
  maxUses: z.int().min(1, 'Please allow at least one use').max(1_000_000).nullable(),
};

/** The discount of a coupon never changes, because it was promised to everyone who saw it. */
export const createCouponBody = z.discriminatedUnion('discountType', [
  z.strictObject({
    code: couponCodeField,
    discountType: z.literal('percent'),
    discountPercent: z
      .int('Please give a percentage')
      .min(1, 'Please give 1 to 100')
      .max(100, 'Please give 1 to 100'),
    ...terms,
  }),
  z.strictObject({
    code: couponCodeField,
    discountType: z.literal('amount'),
    discountAmount: z
      .number('Please give an amount')
      .min(0.01, 'Please give at least 0.01')
      .max(99_999_999)
      .multipleOf(0.01, 'Please give whole cents'),
    ...terms,
  }),
]);

const editedTerms = z.strictObject(terms).partial();

export const editCouponBody = editedTerms.extend({
  /** The changed terms as they were when the form was opened. Where they are others now, the edit is refused, so that none is overwritten unseen. */
  seen: editedTerms.optional(),
});

const couponReply = z.object({ message: z.string(), coupon: adminCoupon });

export const adminCouponEndpoints = {
  list: endpoint('GET', '/api/admin/coupons', { ...adminPages, reply: z.array(adminCoupon) }),
  create: endpoint('POST', '/api/admin/coupons', {
    ...adminAct,
    body: createCouponBody,
    reply: couponReply,
    status: 201,
  }),
  edit: endpoint('PATCH', '/api/admin/coupons/:id', {
    ...adminAct,
    params: idParams,
    body: editCouponBody,
    reply: couponReply,
  }),
  /** From now on nobody can apply it; checkouts that hold it keep it. */
  end: endpoint('POST', '/api/admin/coupons/:id/end', { ...adminAct, params: idParams }),
};
