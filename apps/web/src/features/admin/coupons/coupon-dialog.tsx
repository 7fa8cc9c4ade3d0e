import { adminCouponEndpoints, createCouponBody, editCouponBody } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Field, FieldNote } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useQuery } from '@tanstack/react-query';
import type { AdminCoupon } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { type Plan, plansQuery } from '../../../api/subscription.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { toDayInput, toEndOfDay } from '../../../ui/dates.ts';
import { toNumber } from '../admin-texts.ts';
import { findSeen, useAdminForm } from '../use-admin-form.tsx';

/** What the form holds: inputs may stay empty. */
type CouponValues = {
  code: string;
  discountType: 'percent' | 'amount';
  discount: string;
  validForPlanIds: number[];
  /** A day as a date input writes it, `2027-05-31`. */
  expiryDate: string;
  maxUses: string;
};

const emptyCoupon: CouponValues = {
  code: '',
  discountType: 'percent',
  discount: '',
  validForPlanIds: [],
  expiryDate: '',
  maxUses: '',
};

function toValues(coupon: AdminCoupon): CouponValues {
  return {
    code: coupon.code,
    discountType: coupon.discountType,
    discount: String(coupon.discountPercent ?? coupon.discountAmount ?? ''),
    validForPlanIds: coupon.validForPlanIds,
    expiryDate: coupon.expiryDate ? toDayInput(coupon.expiryDate) : '',
    maxUses: coupon.maxUses === null ? '' : String(coupon.maxUses),
  };
}

function toTerms({ validForPlanIds, expiryDate, maxUses }: CouponValues) {
  return {
    validForPlanIds,
    expiryDate: expiryDate === '' ? null : toEndOfDay(expiryDate),
    maxUses: maxUses.trim() === '' ? null : Number(maxUses),
  };
}

/** The body that creates what was typed. */
function toNewCoupon(typed: CouponValues) {
  const { code, discountType, discount } = typed;
  const amount = toNumber(discount);
  return discountType === 'percent'
    ? { code, discountType, discountPercent: amount, ...toTerms(typed) }
    : { code, discountType, discountAmount: amount, ...toTerms(typed) };
}

/** Returns the terms that were changed in the form. The others stay: what another administrator has saved, and a day in the past. */
function toEdit(typed: CouponValues, coupon: AdminCoupon) {
  const before = toValues(coupon);
  const { validForPlanIds, expiryDate, maxUses } = toTerms(typed);
  const isChanged = (name: 'validForPlanIds' | 'expiryDate' | 'maxUses') =>
    String(typed[name]) !== String(before[name]);
  return {
    ...(isChanged('validForPlanIds') && { validForPlanIds }),
    ...(isChanged('expiryDate') && { expiryDate }),
    ...(isChanged('maxUses') && { maxUses }),
  };
}

const checkNew = checkWith(createCouponBody);
const checkEdit = checkWith(editCouponBody);

function checkCoupon(typed: CouponValues, coupon: AdminCoupon | undefined) {
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

function sendEdit(typed: CouponValues, coupon: AdminCoupon) {
  const edit = toEdit(typed, coupon);
  const body = { ...edit, seen: findSeen(coupon, edit) };
  return call(adminCouponEndpoints.edit, { params: { id: coupon.id }, body });
}

type CouponForm = ReturnType<typeof useAdminForm<CouponValues>>;

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
  const { data: plans = [] } = useQuery(plansQuery);
  const form = useAdminForm<CouponValues>({
    defaultValues: coupon ? toValues(coupon) : emptyCoupon,
    check: (typed) => checkCoupon(typed, coupon),
    send: (typed) =>
      coupon ? sendEdit(typed, coupon) : call(adminCouponEndpoints.create, { body: toNewCoupon(typed) }),
    failure: { title: 'Not saved', text: 'The coupon could not be saved. Please try again.' },
    onClose,
  });
  const paid = plans.filter(({ price }) => price > 0);
  return (
    <FormDialog
      {...form.shell}
      title={coupon ? `Edit ${coupon.code}` : 'New coupon'}
      description={
        coupon
          ? 'Its code and discount stay, because they were promised to everyone who saw them.'
          : 'For the first period of a plan, once per user.'
      }
      width="md"
      submitLabel={coupon ? 'Save' : 'Create coupon'}
      pendingLabel={coupon ? 'Saving...' : 'Creating...'}
      aside={
        <p className="max-w-[34ch] ps-2 text-xs text-ink-2">{describeSavings(form.form.watch(), paid)}</p>
      }
    >
      {!coupon && <DiscountFields form={form} />}
      <div className="grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <TextField label="Most uses" hint="Empty: no limit" {...form.field('maxUses')} inputMode="numeric" />
        <TextField label="Last day" hint="Empty: no end" {...form.field('expiryDate')} type="date" />
      </div>
      <PlanChoice form={form} plans={paid} />
    </FormDialog>
  );
}

/** The plans that a coupon is for, of those that cost something. */
function PlanChoice({ form: { form, getError }, plans }: { form: CouponForm; plans: readonly Plan[] }) {
  const chosen = form.watch('validForPlanIds');
  const choose = (id: number, isChosen: boolean) =>
    form.setValue('validForPlanIds', isChosen ? [...chosen, id] : chosen.filter((other) => other !== id), {
      shouldDirty: true,
    });
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-sm font-medium">Plans</legend>
      {plans.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(isChosen) => choose(id, isChosen)}
        />
      ))}
      <FieldNote
        id="coupon-plans-note"
        error={getError('validForPlanIds')}
        hint={chosen.length === 0 ? 'None chosen: every paid plan' : undefined}
      />
    </fieldset>
  );
}

/** The fields that cannot change later: they are a promise to everybody who saw the coupon. */
function DiscountFields({ form: { form, field } }: { form: CouponForm }) {
  const isPercent = form.watch('discountType') === 'percent';
  return (
    <>
      <TextField
        label="Code"
        hint="Written in capital letters, such as SPRING27"
        {...field('code')}
        maxLength={64}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <Field label="Discount">
          {(control) => (
            <SelectInput {...control} {...form.register('discountType')}>
              <option value="percent">Percent</option>
              <option value="amount">Amount</option>
            </SelectInput>
          )}
        </Field>
        <TextField label={isPercent ? 'Percent' : 'Amount'} {...field('discount')} inputMode="decimal" />
      </div>
    </>
  );
}
