import type { Sheet } from '@picksync/contracts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { AutomationValues } from './automation-form.values.ts';
import type { Loaded } from './choice-field.tsx';
import { anyColumn, anySheet, targetColumn, writableSheet } from './choice-options.ts';
import { FormChoice } from './form-choice.tsx';
import { useColumns } from './use-choices.ts';

type SideProps = {
  form: UseFormReturn<AutomationValues>;
  sheets: readonly Sheet[];
  from: Loaded;
};

const Side = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 content-start gap-1 rounded-lg border border-line p-4">
    <legend className="px-1.5 text-xs font-semi text-ink-3">{title}</legend>
    {children}
  </fieldset>
);

/** Another sheet has other columns: what was chosen of the one before goes. */
const clear = (form: SideProps['form'], column: 'sourceColumn' | 'targetColumn') => () => {
  form.setValue(column, null);
  form.clearErrors(column);
};

/** What is read. */
export const SourceSide = ({ form, sheets, from }: SideProps) => {
  const sheet = form.watch('sourceSheet');
  const { columns, ...columnsFrom } = useColumns(sheet?.id);
  return (
    <Side title="Source">
      <FormChoice
        form={form}
        name="sourceSheet"
        label="Source Sheet"
        placeholder="Choose the sheet to read"
        emptyText="No sheets found"
        options={sheets.map(anySheet)}
        from={from}
        onChosen={clear(form, 'sourceColumn')}
      />
      <FormChoice
        form={form}
        name="sourceColumn"
        label="Source Column"
        placeholder={sheet ? 'Choose the column with the values' : 'Choose a sheet first'}
        emptyText="No columns found"
        options={columns.map(anyColumn)}
        from={columnsFrom}
        disabled={!sheet}
      />
    </Side>
  );
};

/** What is filled. `ownColumnId`: the column that the automation being edited fills already. */
export const DestinationSide = ({
  form,
  sheets,
  from,
  ownColumnId,
}: SideProps & { ownColumnId: string | undefined }) => {
  const sheet = form.watch('targetSheet');
  const { columns, ...columnsFrom } = useColumns(sheet?.id);
  return (
    <Side title="Destination">
      <FormChoice
        form={form}
        name="targetSheet"
        label="Destination Sheet"
        placeholder="Choose the sheet with the dropdown"
        emptyText="No sheets found"
        options={sheets.map(writableSheet)}
        from={from}
        onChosen={clear(form, 'targetColumn')}
      />
      <FormChoice
        form={form}
        name="targetColumn"
        label="Target Dropdown Column"
        placeholder={sheet ? 'Choose the dropdown to fill' : 'Choose a sheet first'}
        emptyText="No columns found"
        options={columns.map(targetColumn(ownColumnId))}
        from={columnsFrom}
        disabled={!sheet}
        onChosen={(column) => column && form.setValue('removeDuplicates', true)}
      />
    </Side>
  );
};
