import '../../../api/zod-without-eval.ts';
import { createCouponBody, editCouponBody } from '@picksync/contracts';
import type { AdminCoupon } from '../../../api/admin.queries.ts';
import { checkWith } from '../../../api/check-with.ts';
import { toNumber } from '../admin-words.ts';

/** What the form holds: inputs may stay empty. */
export type CouponValues = {
  code: string;
  discountType: 'percent' | 'amount';
  discount: string;
  validForPlanIds: number[];
  /** A day as a date input writes it, `2027-05-31`. */
  expiryDate: string;
  maxUses: string;
};

export const emptyCoupon: CouponValues = {
  code: '',
  discountType: 'percent',
  discount: '',
  validForPlanIds: [],
  expiryDate: '',
  maxUses: '',
};

export function toValues(coupon: AdminCoupon): CouponValues {
  return {
    code: coupon.code,
    discountType: coupon.discountType,
    discount: String(coupon.discountPercent ?? coupon.discountAmount ?? ''),
    validForPlanIds: coupon.validForPlanIds,
    expiryDate: coupon.expiryDate ? getDay(new Date(coupon.expiryDate)) : '',
    maxUses: coupon.maxUses === null ? '' : String(coupon.maxUses),
  };
}

function getDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the end of a day in the administrator's time zone. */
function endOfDay(day: string): string | null {
  if (!day) return null;
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

function toTerms({ validForPlanIds, expiryDate, maxUses }: CouponValues) {
  return {
    validForPlanIds,
    expiryDate: endOfDay(expiryDate),
    maxUses: maxUses.trim() === '' ? null : Number(maxUses),
  };
}

/** The body that creates what was typed. */
export function toNewCoupon(typed: CouponValues) {
  const { code, discountType, discount } = typed;
  const amount = toNumber(discount);
  return discountType === 'percent'
    ? { code, discountType, discountPercent: amount, ...toTerms(typed) }
    : { code, discountType, discountAmount: amount, ...toTerms(typed) };
}

/** The body that changes what may still change, which is not the discount. */
export function toEdit(typed: CouponValues, coupon: AdminCoupon) {
  const terms = toTerms(typed);
  // A day in the past cannot be set, but it may stay.
  const { expiryDate: _kept, ...others } = terms;
  return toValues(coupon).expiryDate === typed.expiryDate ? others : terms;
}

const checkNew = checkWith(createCouponBody);
const checkEdit = checkWith(editCouponBody);

export function checkCoupon(typed: CouponValues, coupon: AdminCoupon | undefined) {
  const checked = coupon ? checkEdit(toEdit(typed, coupon)) : checkNew(toNewCoupon(typed));
  if ('values' in checked) return { values: typed };
  const { discountPercent, discountAmount, code, ...errors } = checked.errors;
  const discount = discountPercent ?? discountAmount;
  return {
    errors: {
      ...errors,
      ...(code !== undefined && { code: 'Please give a code' }),
      ...(discount !== undefined && { discount }),
    },
  };
}
