import { adminTaxEndpoints, setTaxRateBody, taxCountryName } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Combobox } from '@picksync/ui/combobox.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import { type TaxRate, taxRatesQuery } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { countryOptions } from '../../../api/country-options.ts';
import { useRefreshPlan } from '../../../api/subscription.queries.ts';
import { toNumber } from '../admin-texts.ts';
import { useAdminForm } from '../use-admin-form.tsx';

/** The values of the form. Inputs may be empty. */
type TaxValues = {
  country: string;
  name: string;
  percent: string;
  isIncluded: boolean;
  note: string;
  isReversed: boolean;
  reverseChargeNote: string;
  /** The day of a date input; empty: in effect at once. */
  from: string;
};

const emptyRate: TaxValues = {
  country: '',
  name: 'VAT',
  percent: '',
  isIncluded: false,
  note: '',
  isReversed: false,
  reverseChargeNote: 'Reverse charge: the tax is owed by the recipient of the service.',
  from: '',
};

function toValues({ effectiveFrom, isInEffect, ...rate }: TaxRate): TaxValues {
  return {
    country: rate.country,
    name: rate.name,
    percent: String(rate.percent),
    isIncluded: rate.isIncluded,
    note: rate.note,
    isReversed: rate.reverseChargeNote !== '',
    reverseChargeNote: rate.reverseChargeNote || emptyRate.reverseChargeNote,
    from: isInEffect ? '' : effectiveFrom.slice(0, 10),
  };
}

/** Returns the request body for the values of the form. */
function toBody({ isReversed, percent, reverseChargeNote, from, ...typed }: TaxValues) {
  return {
    ...typed,
    percent: toNumber(percent),
    reverseChargeNote: isReversed ? reverseChargeNote : '',
    from: from || null,
  };
}

const checkBody = checkWith(setTaxRateBody);

function checkRate(typed: TaxValues) {
  return typed.isReversed && typed.reverseChargeNote.trim() === ''
    ? { errors: { reverseChargeNote: 'Please give the sentence that their receipts need' } }
    : checkBody(toBody(typed));
}

/** Returns what finds the rates of a country as they were when the form was opened; undefined while they are not known. */
function useSeenRates(): (country: string) => string[] | undefined {
  const queryClient = useQueryClient();
  const [rates] = useState(() => queryClient.getQueryData(taxRatesQuery.queryKey)?.rates);
  return (country) => rates?.filter((rate) => rate.country === country).map(({ id }) => id);
}

/** Sets the tax rate of a country, at once or from a day on. */
export function TaxRateDialog({ rate, onClose }: { rate?: TaxRate; onClose: () => void }) {
  const refreshPlan = useRefreshPlan();
  const findSeen = useSeenRates();
  const form = useAdminForm({
    defaultValues: rate ? toValues(rate) : emptyRate,
    check: checkRate,
    send: async (body) => {
      const reply = await call(adminTaxEndpoints.set, { body: { ...body, seen: findSeen(body.country) } });
      await refreshPlan();
      return reply;
    },
    failure: { title: 'Not saved', text: 'The rate could not be saved. Please try again.' },
    onClose,
  });
  return (
    <FormDialog
      {...form.shell}
      title={rate ? `Tax rate of ${taxCountryName(rate.country)}` : 'New tax rate'}
      description="For payments from then on. PayPal goes on charging what its subscribers agreed to, and receipts that were issued stay as they are."
      width="md"
      submitLabel="Save"
      pendingLabel="Saving..."
    >
      <TaxRateFields form={form} isNew={!rate} />
    </FormDialog>
  );
}

const ways = [
  { value: 'added', label: 'Added to the price', hint: '$10.00 costs $11.90 at 19%' },
  { value: 'included', label: 'In the price', hint: '$10.00 costs $10.00, of which $1.60 is tax' },
] as const;

type TaxRateFieldsProps = {
  form: ReturnType<typeof useAdminForm<TaxValues, z.output<typeof setTaxRateBody>>>;
  isNew: boolean;
};

function TaxRateFields({ form: { form, field, getError }, isNew }: TaxRateFieldsProps) {
  const { country, isIncluded, isReversed } = form.watch();
  const dirty = { shouldDirty: true };
  return (
    <>
      <Field
        label="Country"
        error={getError('country')}
        hint="Empty: every country without a rate of its own, and buyers who give none"
      >
        {(control) => (
          <Combobox
            {...control}
            name="Country"
            placeholder={taxCountryName('')}
            emptyText="No country has this name"
            options={countryOptions()}
            value={country || null}
            disabled={!isNew}
            onChange={(code) => form.setValue('country', code ?? '', dirty)}
          />
        )}
      </Field>
      <div className="grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <TextField
          label="Name"
          hint="As receipts call it, such as VAT or GST"
          {...field('name')}
          maxLength={20}
        />
        <TextField label="Percent" hint="0 for an export" {...field('percent')} inputMode="decimal" />
      </div>
      <RadioCards
        label="Prices"
        options={ways}
        value={isIncluded ? 'included' : 'added'}
        onChange={(way) => form.setValue('isIncluded', way === 'included', dirty)}
      />
      <TextField
        label="Note"
        hint="On every receipt for it, such as why an export has no tax"
        {...field('note')}
        maxLength={300}
      />
      <Checkbox
        label="Reverse charge for companies"
        hint="Buyers who give a tax ID pay no tax. Its form is checked, not whether it is theirs."
        checked={isReversed}
        onChange={(checked) => form.setValue('isReversed', checked, dirty)}
      />
      {isReversed && (
        <TextField label="Note on their receipts" {...field('reverseChargeNote')} maxLength={300} />
      )}
      <TextField
        label="From"
        hint="Empty: at once. A day begins at midnight UTC."
        {...field('from')}
        type="date"
      />
    </>
  );
}
