import type { Column, Sheet } from '@picksync/contracts';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { NewAutomationValues } from './new-automation.values.ts';
import { useColumns } from './use-sheets.ts';

type EndProps = {
  form: UseFormReturn<NewAutomationValues>;
  sheets: readonly Sheet[];
  loading: boolean;
};

const Side = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 content-start gap-1 rounded-lg border border-line p-4">
    <legend className="px-1.5 text-xs font-semi text-ink-3">{title}</legend>
    {children}
  </fieldset>
);

const anySheet = ({ id, name }: Sheet): ComboboxOption => ({ value: id, label: name });

const writableSheet = (sheet: Sheet): ComboboxOption => ({
  ...anySheet(sheet),
  disabledReason: sheet.writable ? undefined : 'You need to be an admin or the owner of this sheet',
});

const anyColumn = ({ id, title }: Column): ComboboxOption => ({ value: id, label: title });

const targetColumn = (column: Column): ComboboxOption => ({
  ...anyColumn(column),
  disabledReason: column.selectable ? undefined : (column.reason ?? 'This column cannot be filled'),
});

/** What can be filled first, then what cannot with its reason; each in the sheet's order. */
const fillableFirst = (columns: readonly Column[]): Column[] => [
  ...columns.filter(({ selectable }) => selectable),
  ...columns.filter(({ selectable }) => !selectable),
];

export const SourceSide = ({ form, sheets, loading }: EndProps) => {
  const sheet = form.watch('sourceSheet');
  const columns = useColumns(sheet?.id);
  return (
    <Side title="Source">
      <Controller
        control={form.control}
        name="sourceSheet"
        render={({ field, fieldState }) => (
          <ChoiceField
            label="Source Sheet"
            placeholder="Choose the sheet to read"
            emptyText="No sheets found"
            options={sheets.map(anySheet)}
            loading={loading}
            value={field.value}
            error={fieldState.error?.message}
            onChange={(choice) => {
              field.onChange(choice);
              form.setValue('sourceColumn', null);
            }}
          />
        )}
      />
      <Controller
        control={form.control}
        name="sourceColumn"
        render={({ field, fieldState }) => (
          <ChoiceField
            label="Source Column"
            placeholder={sheet ? 'Choose the column with the values' : 'Choose a sheet first'}
            emptyText="No columns found"
            options={columns.columns.map(anyColumn)}
            disabled={!sheet}
            loading={columns.loading}
            value={field.value}
            error={fieldState.error?.message}
            onChange={field.onChange}
          />
        )}
      />
    </Side>
  );
};

export const DestinationSide = ({ form, sheets, loading }: EndProps) => {
  const sheet = form.watch('targetSheet');
  const columns = useColumns(sheet?.id);
  return (
    <Side title="Destination">
      <Controller
        control={form.control}
        name="targetSheet"
        render={({ field, fieldState }) => (
          <ChoiceField
            label="Destination Sheet"
            placeholder="Choose the sheet with the dropdown"
            emptyText="No sheets found"
            options={sheets.map(writableSheet)}
            loading={loading}
            value={field.value}
            error={fieldState.error?.message}
            onChange={(choice) => {
              field.onChange(choice);
              form.setValue('targetColumn', null);
            }}
          />
        )}
      />
      <Controller
        control={form.control}
        name="targetColumn"
        render={({ field, fieldState }) => (
          <ChoiceField
            label="Target Dropdown Column"
            placeholder={sheet ? 'Choose the dropdown to fill' : 'Choose a sheet first'}
            emptyText="No columns found"
            options={fillableFirst(columns.columns).map(targetColumn)}
            disabled={!sheet}
            loading={columns.loading}
            value={field.value}
            error={fieldState.error?.message}
            onChange={(choice) => {
              field.onChange(choice);
              if (choice) form.setValue('removeDuplicates', true);
            }}
          />
        )}
      />
    </Side>
  );
};
