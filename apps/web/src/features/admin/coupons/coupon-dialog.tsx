import { adminCouponEndpoints } from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { type AdminCoupon, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { type Plan, plansQuery } from '../../../api/subscription.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { CouponFields } from './coupon-fields.tsx';
import {
  type CouponValues,
  checkCoupon,
  emptyCoupon,
  toEdit,
  toNewCoupon,
  toValues,
} from './coupon-values.ts';

/** What a coupon takes off each plan, as the checkout will compute it: whole cents, never more than the price. */
function describeSavings(
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

/** Creates a coupon, or edits the terms of one. Its code and discount cannot change: they were promised. */
export function CouponDialog({ coupon, onClose }: { coupon?: AdminCoupon; onClose: () => void }) {
  const refresh = useRefreshAdmin();
  const { data: plans = [] } = useQuery(plansQuery);
  const { form, getError, shell } = useDialogForm({
    defaultValues: coupon ? toValues(coupon) : emptyCoupon,
    check: (typed) => checkCoupon(typed, coupon),
    send: async (typed) => {
      const { message } = coupon
        ? await call(
            adminCouponEndpoints.edit,
            { params: { id: coupon.id }, body: toEdit(typed, coupon) },
            { quiet: true },
          )
        : await call(adminCouponEndpoints.create, { body: toNewCoupon(typed) }, { quiet: true });
      await refresh();
      showToast({ title: message });
      onClose();
    },
    failure: { title: 'Not saved', text: 'The coupon could not be saved. Please try again.' },
  });
  const paid = plans.filter(({ price }) => price > 0);
  return (
    <FormDialog
      {...shell}
      title={coupon ? `Edit ${coupon.code}` : 'New coupon'}
      description={
        coupon
          ? 'Its code and discount stay, because they were promised to everyone who saw them.'
          : 'For the first period of a plan, once per user.'
      }
      width="md"
      submitLabel={coupon ? 'Save' : 'Create coupon'}
      pendingLabel={coupon ? 'Saving...' : 'Creating...'}
      onClose={onClose}
      aside={<p className="max-w-[34ch] pl-2 text-xs text-ink-2">{describeSavings(form.watch(), paid)}</p>}
    >
      <CouponFields form={form} getError={getError} plans={paid} isNew={!coupon} />
    </FormDialog>
  );
}
