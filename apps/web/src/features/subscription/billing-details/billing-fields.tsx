import { hasRegions } from '@picksync/contracts';
import { Combobox } from '@picksync/ui/combobox.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { controlClass, Input } from '@picksync/ui/input.tsx';
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { countryOptions } from '../../../api/country-options.ts';
import type { BillingDetails } from '../../../api/subscription.queries.ts';
import { stateOptions } from './billing-values.ts';

type Name = keyof BillingDetails;

type BillingFieldsProps = {
  form: UseFormReturn<BillingDetails>;
  field: (name: Name) => { error: string | undefined; input: UseFormRegisterReturn<Name> };
  getError: (name: Name) => string | undefined;
};

type LineProps = { label: string; autoComplete: string } & ReturnType<BillingFieldsProps['field']>;

function Line({ label, autoComplete, error, input }: LineProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <Input {...control} {...input} autoComplete={autoComplete} />}
    </Field>
  );
}

export function BillingFields({ form, field, getError }: BillingFieldsProps) {
  const country = form.watch('country');
  const choose = (name: Name) => (value: string | null) =>
    form.setValue(name, value ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <Line label="Name" autoComplete="name" {...field('name')} />
        <Line label="Company" autoComplete="organization" {...field('company')} />
      </div>
      <Field label="Address" error={getError('address')}>
        {(control) => (
          <textarea
            dir="auto"
            {...control}
            {...form.register('address')}
            rows={2}
            autoComplete="street-address"
            className={`${controlClass} min-h-16 px-3 py-2 text-lg md:text-md`}
          />
        )}
      </Field>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <Line label="Postal code" autoComplete="postal-code" {...field('postalCode')} />
        <Line label="City" autoComplete="address-level2" {...field('city')} />
        <Field label="Country" error={getError('country')}>
          {(control) => (
            <Combobox
              {...control}
              name="Country"
              placeholder="Choose a country"
              emptyText="No country has this name"
              options={countryOptions()}
              value={country || null}
              onChange={choose('country')}
            />
          )}
        </Field>
        {country === 'IN' ? (
          <Field label="State" error={getError('region')}>
            {(control) => (
              <Combobox
                {...control}
                name="State"
                placeholder="Choose a state"
                emptyText="No state has this name"
                options={stateOptions()}
                value={form.watch('region') || null}
                valueLabel={form.watch('region')}
                onChange={choose('region')}
              />
            )}
          </Field>
        ) : (
          hasRegions(country) && (
            <Line label="State or region" autoComplete="address-level1" {...field('region')} />
          )
        )}
      </div>
      <Line label="Tax ID" autoComplete="off" {...field('taxId')} />
    </>
  );
}
