import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Field, FieldNote } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import type { UseFormReturn } from 'react-hook-form';
import type { Plan } from '../../../api/subscription.queries.ts';
import type { CouponValues } from './coupon-values.ts';

type CouponFieldsProps = {
  form: UseFormReturn<CouponValues>;
  getError: (name: keyof CouponValues) => string | undefined;
  /** Those that cost something. */
  plans: readonly Plan[];
  isNew: boolean;
};

export function CouponFields({ form, getError, plans, isNew }: CouponFieldsProps) {
  const chosen = form.watch('validForPlanIds');
  const choose = (id: number, isChosen: boolean) =>
    form.setValue('validForPlanIds', isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <>
      {isNew && <DiscountFields form={form} getError={getError} />}
      <div className="grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <Field label="Most uses" error={getError('maxUses')} hint="Empty: no limit">
          {(control) => (
            <Input {...control} {...form.register('maxUses')} inputMode="numeric" autoComplete="off" />
          )}
        </Field>
        <Field label="Last day" error={getError('expiryDate')} hint="Empty: no end">
          {(control) => <Input {...control} {...form.register('expiryDate')} type="date" />}
        </Field>
      </div>
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
    </>
  );
}

/** The fields that cannot change later: they are a promise to everybody who saw the coupon. */
function DiscountFields({ form, getError }: Pick<CouponFieldsProps, 'form' | 'getError'>) {
  const isPercent = form.watch('discountType') === 'percent';
  return (
    <>
      <Field label="Code" error={getError('code')} hint="Written in capital letters, such as SPRING27">
        {(control) => (
          <Input
            {...control}
            {...form.register('code')}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <div className="grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <Field label="Discount">
          {(control) => (
            <SelectInput {...control} {...form.register('discountType')}>
              <option value="percent">Percent</option>
              <option value="amount">Amount</option>
            </SelectInput>
          )}
        </Field>
        <Field label={isPercent ? 'Per cent' : 'Amount'} error={getError('discount')}>
          {(control) => (
            <Input {...control} {...form.register('discount')} inputMode="decimal" autoComplete="off" />
          )}
        </Field>
      </div>
    </>
  );
}
