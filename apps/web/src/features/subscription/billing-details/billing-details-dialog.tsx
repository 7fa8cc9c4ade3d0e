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
import { TextAreaField, TextField } from '@picksync/ui/text-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Checked } from '../../../api/check-with.ts';
import { countryOptions } from '../../../api/country-options.ts';
import { type BillingDetails, billingDetailsQuery } from '../../../api/subscription.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { checkBillingDetails, stateOptions } from './billing-values.ts';

type Name = keyof BillingDetails;

type BillingForm = ReturnType<typeof useDialogForm<BillingDetails>>;

function BillingFields({ form: { form, field, getError } }: { form: BillingForm }) {
  const country = form.watch('country');
  const choose = (name: Name) => (value: string | null) =>
    form.setValue(name, value ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" {...field('name')} />
        <TextField label="Company" autoComplete="organization" {...field('company')} />
      </div>
      <TextAreaField
        label="Address"
        {...field('address')}
        rows={2}
        autoComplete="street-address"
        className="min-h-16"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Postal code" autoComplete="postal-code" {...field('postalCode')} />
        <TextField label="City" autoComplete="address-level2" {...field('city')} />
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
            <TextField label="State or region" autoComplete="address-level1" {...field('region')} />
          )
        )}
      </div>
      <TextField label="Tax ID" autoComplete="off" {...field('taxId')} />
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

/** What is checked together: a region and a tax ID are those of a country. */
const ofCountry: readonly string[] = ['country', 'region', 'taxId'] satisfies Name[];

/**
 * Returns what was changed in the form, so that what another window has saved since it was opened stays. What is checked together is
 * sent together: a tax ID would be refused with the country that the other window has chosen, which the form does not show.
 */
function toChanges(typed: BillingDetails, before: BillingDetails): Partial<BillingDetails> {
  const isChanged = (name: string) => typed[name as Name] !== before[name as Name];
  const isSent = (name: string) => (ofCountry.includes(name) ? ofCountry.some(isChanged) : isChanged(name));
  return Object.fromEntries(Object.entries(typed).filter(([name]) => isSent(name)));
}

/** Asks who receipts name. */
export function BillingDetailsDialog({
  needs,
  isForPayment = false,
  onClose,
  ...props
}: BillingDetailsDialogProps) {
  // As they were when the form was opened: what another window saves since is not put back.
  const [details] = useState(props.details);
  const queryClient = useQueryClient();
  const form = useDialogForm<BillingDetails>({
    defaultValues: details,
    check: isForPayment ? checkForPayment(needs) : checkBillingDetails,
    send: async (body) => {
      const saved = await call(billingDetailsEndpoints.update, { body: toChanges(body, details) });
      queryClient.setQueryData(billingDetailsQuery.queryKey, saved);
      for (const path of withTax) void queryClient.invalidateQueries({ queryKey: [path] });
      onClose();
      showToast({ title: 'Billing details saved', description: 'Receipts name them from now on.' });
    },
    failure: { title: 'Not saved', text: 'The billing details could not be saved. Please try again.' },
  });
  return (
    <FormDialog
      {...form.shell}
      title="Billing details"
      description="On receipts from now on. A receipt once issued does not change."
      width="md"
      submitLabel="Save"
      pendingLabel="Saving..."
      note={needs.country ? 'Your country decides on the tax.' : 'Nothing here is required to pay.'}
      onClose={onClose}
    >
      <BillingFields form={form} />
    </FormDialog>
  );
}
