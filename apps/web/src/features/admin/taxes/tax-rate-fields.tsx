import { taxCountryName } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { Combobox } from '@picksync/ui/combobox.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import type { UseFormReturn } from 'react-hook-form';
import { countryOptions } from '../../../api/country-options.ts';
import type { TaxValues } from './tax-values.ts';

type TaxRateFieldsProps = {
  form: UseFormReturn<TaxValues>;
  getError: (name: keyof TaxValues) => string | undefined;
  isNew: boolean;
};

const ways = [
  { value: 'added', label: 'Added to the price', hint: '$10.00 costs $11.90 at 19%' },
  { value: 'included', label: 'In the price', hint: '$10.00 costs $10.00, of which $1.60 is tax' },
] as const;

export function TaxRateFields({ form, getError, isNew }: TaxRateFieldsProps) {
  const { country, isIncluded, isReversed } = form.watch();
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
            onChange={(code) => form.setValue('country', code ?? '', { shouldDirty: true })}
          />
        )}
      </Field>
      <div className="grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <Field label="Name" error={getError('name')} hint="As receipts call it, such as VAT or GST">
          {(control) => <Input {...control} {...form.register('name')} maxLength={20} autoComplete="off" />}
        </Field>
        <Field label="Per cent" error={getError('percent')} hint="0 for an export">
          {(control) => (
            <Input {...control} {...form.register('percent')} inputMode="decimal" autoComplete="off" />
          )}
        </Field>
      </div>
      <RadioCards
        label="Prices"
        options={ways}
        value={isIncluded ? 'included' : 'added'}
        onChange={(way) => form.setValue('isIncluded', way === 'included', { shouldDirty: true })}
      />
      <Field
        label="Note"
        error={getError('note')}
        hint="On every receipt for it, such as why an export has no tax"
      >
        {(control) => <Input {...control} {...form.register('note')} maxLength={300} autoComplete="off" />}
      </Field>
      <Checkbox
        label="Reverse charge for companies"
        hint="Buyers who give a tax ID pay no tax. Its form is checked, not whether it is theirs."
        checked={isReversed}
        onChange={(checked) => form.setValue('isReversed', checked, { shouldDirty: true })}
      />
      {isReversed && (
        <Field label="Note on their receipts" error={getError('reverseChargeNote')}>
          {(control) => (
            <Input {...control} {...form.register('reverseChargeNote')} maxLength={300} autoComplete="off" />
          )}
        </Field>
      )}
      <Field label="From" error={getError('from')} hint="Empty: at once. A day begins at midnight UTC.">
        {(control) => <Input {...control} {...form.register('from')} type="date" />}
      </Field>
    </>
  );
}
