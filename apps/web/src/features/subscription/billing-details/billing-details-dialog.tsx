import {
  billingDetailsEndpoints,
  hasRegions,
  missingForTax,
  subscriptionEndpoints,
  type TaxNeeds,
  taxReasons,
} from '@picksync/contracts';
import { Combobox } from '@picksync/ui/combobox.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { controlClass, Input } from '@picksync/ui/input.tsx';
import { useQueryClient } from '@tanstack/react-query';
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import type { Checked } from '../../../api/check-with.ts';
import { countryOptions } from '../../../api/country-options.ts';
import { type BillingDetails, billingDetailsQuery } from '../../../api/subscription.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { checkBillingDetails, stateOptions } from './billing-values.ts';

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

function BillingFields({ form, field, getError }: BillingFieldsProps) {
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

type BillingDetailsDialogProps = {
  details: BillingDetails;
  needs: TaxNeeds;
  /** Whether it is about to be paid, so that what the tax needs may not stay empty. */
  isForPayment?: boolean;
  onClose: () => void;
};

/** What depends on the tax of the buyer. */
const withTax = [subscriptionEndpoints.quote.path, subscriptionEndpoints.plans.path];

function checkForPayment(needs: TaxNeeds) {
  return (typed: BillingDetails): Checked<BillingDetails> => {
    const checked = checkBillingDetails(typed);
    if ('errors' in checked) return checked;
    const missing = missingForTax(checked.values, needs);
    return missing ? { errors: { [missing]: taxReasons[missing] } } : checked;
  };
}

/** Asks who receipts name. */
export function BillingDetailsDialog({
  details,
  needs,
  isForPayment = false,
  onClose,
}: BillingDetailsDialogProps) {
  const queryClient = useQueryClient();
  const { form, field, getError, shell } = useDialogForm({
    defaultValues: details,
    check: isForPayment ? checkForPayment(needs) : checkBillingDetails,
    send: async (body) => {
      const saved = await call(billingDetailsEndpoints.update, { body }, { quiet: true });
      queryClient.setQueryData(billingDetailsQuery.queryKey, saved);
      for (const path of withTax) void queryClient.invalidateQueries({ queryKey: [path] });
      onClose();
      showToast({ title: 'Billing details saved', description: 'Receipts name them from now on.' });
    },
    failure: { title: 'Not saved', text: 'The billing details could not be saved. Please try again.' },
  });
  return (
    <FormDialog
      {...shell}
      title="Billing details"
      description="On receipts from now on. A receipt once issued does not change."
      width="md"
      submitLabel="Save"
      pendingLabel="Saving..."
      note={needs.country ? 'Your country decides on the tax.' : 'Nothing here is required to pay.'}
      onClose={onClose}
    >
      <BillingFields form={form} field={field} getError={getError} />
    </FormDialog>
  );
}
