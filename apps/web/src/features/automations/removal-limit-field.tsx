import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { AutomationValues } from './automation-form.values.ts';

/** How much of a dropdown one sync may take away; where a stopped sync is let go on. */
export const RemovalLimitField = ({ form }: { form: UseFormReturn<AutomationValues> }) => (
  <Field
    label="Removal limit"
    error={form.formState.errors.maxRemovalPercent?.message}
    hint="A sync that would remove more than this share of the options, and more than 5, stops and changes nothing. With 100 only a list without any value stops it."
  >
    {(control) => (
      <div className="relative w-24">
        <Input
          {...control}
          {...form.register('maxRemovalPercent')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          className="tabular pr-8 text-right"
        />
        <span aria-hidden="true" className="absolute inset-y-0 right-3 grid place-items-center text-ink-3">
          %
        </span>
      </div>
    )}
  </Field>
);
