import type { Plan } from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import type { CouponValues } from './coupon-values.ts';

/** What a coupon takes off each plan, as the checkout will compute it: whole cents, never more than the price. */
export function savingsOf(
  { discountType, discount, validForPlanIds }: CouponValues,
  plans: readonly Plan[],
): string {
  const value = Number(discount);
  if (!(value > 0) || (discountType === 'percent' && value > 100)) return '';
  const wanted = plans.filter(({ id }) => validForPlanIds.length === 0 || validForPlanIds.includes(id));
  const parts = wanted.map(({ name, price, currency }) => {
    const priceCents = Math.round(price * 100);
    const off = discountType === 'percent' ? Math.ceil((priceCents * value) / 100) : Math.round(value * 100);
    return `${formatAmount(Math.min(off, priceCents) / 100, currency)} off ${name}`;
  });
  return parts.length === 0 ? '' : `Takes ${parts.join(', ')}, once each.`;
}
