import { type AutomationSettings, isolated } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { FieldNote } from '@picksync/ui/field.tsx';
import * as z from 'zod';
import { ColumnSelect } from './column-select.tsx';
import { isGone, useFormFacts } from './form-facts.ts';
import { type ControlProps, plain } from './setting-control.ts';

type AddressColumn = AutomationSettings['addressColumn'];

/** The column with the addresses of contacts whose names are in the source column. It stands beneath the source column. */
export const addressColumn = plain<AddressColumn>({
  title: 'Address Column',
  help: 'The addresses that go with the names',
  entry: z.object({ columnId: z.string(), columnName: z.string() }).nullable(),
  valueText: (value) => (value ? isolated(value.columnName) : 'None'),
  summary: (value) => value && `addresses in ${isolated(value.columnName)}`,
  example: { columnId: '1', columnName: 'Column' },
  Control: AddressControl,
});

function AddressControl({ field, error }: ControlProps<AddressColumn>) {
  const { columns, sourceName } = useFormFacts();
  const { value } = field;
  const isLost = value !== null && isGone(columns, value.columnId);
  const problem = isLost
    ? `“${isolated(value.columnName)}” is no longer a column of ${isolated(sourceName || 'the source')}. Choose another one. Until then no sync runs.`
    : error;
  return (
    <div className="grid w-full gap-1.5">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <ColumnSelect
            ref={field.ref}
            columnId={value?.columnId ?? ''}
            columnName={value?.columnName ?? ''}
            name="Address Column"
            isInvalid={problem !== undefined}
            onChange={field.onChange}
          />
        </div>
        {value && (
          <Button size="sm" onClick={() => field.onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {problem && <FieldNote id={`${field.name}-note`} error={problem} />}
    </div>
  );
}
