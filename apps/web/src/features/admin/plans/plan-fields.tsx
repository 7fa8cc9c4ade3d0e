import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { controlClass, Input } from '@picksync/ui/input.tsx';
import type { UseFormReturn } from 'react-hook-form';
import type { AdminPlan as Plan } from '../../../api/admin.queries.ts';
import type { PlanValues } from './plan-values.ts';

type PlanFieldsProps = {
  form: UseFormReturn<PlanValues>;
  getError: (name: keyof PlanValues) => string | undefined;
  plan: Plan;
};

export function PlanFields({ form, getError, plan }: PlanFieldsProps) {
  return (
    <>
      <Field label="Name" error={getError('name')}>
        {(control) => <Input {...control} {...form.register('name')} maxLength={40} autoComplete="off" />}
      </Field>
      <Field label="Description" error={getError('description')} hint="One line under the name">
        {(control) => (
          <Input {...control} {...form.register('description')} maxLength={200} autoComplete="off" />
        )}
      </Field>
      <div className="grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        {plan.tier !== 'free' && (
          <Field label="Price" error={getError('price')} hint={`${plan.currency}, ${plan.billingCycle}`}>
            {(control) => (
              <Input {...control} {...form.register('price')} inputMode="decimal" autoComplete="off" />
            )}
          </Field>
        )}
        <Field label="Automations" error={getError('maxConfigurations')} hint="The most a user may have">
          {(control) => (
            <Input
              {...control}
              {...form.register('maxConfigurations')}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      <Field
        label="Features"
        error={getError('features')}
        hint="One per line, 20 at most. A line such as “10 configurations” follows the number above."
      >
        {(control) => (
          <textarea
            {...control}
            {...form.register('features')}
            rows={6}
            className={`${controlClass} min-h-32 px-3 py-2 text-lg md:text-md`}
          />
        )}
      </Field>
      <Checkbox
        label="Popular"
        hint="Marked so where the plans are shown"
        checked={form.watch('isPopular')}
        onChange={(isPopular) => form.setValue('isPopular', isPopular)}
      />
    </>
  );
}
