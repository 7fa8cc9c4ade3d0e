import { Combobox } from '@picksync/ui/combobox.tsx';
import type { Ref } from 'react';
import { isGone, useFormFacts } from './form-facts.ts';

type ColumnSelectProps = {
  ref?: Ref<HTMLInputElement>;
  name: string;
  columnId: string;
  columnName: string;
  isInvalid?: boolean;
  /** The id of what says why. */
  noteId?: string | undefined;
  onChange: (column: { columnId: string; columnName: string }) => void;
};

/** Chooses one of the columns of the source sheet by its name. One that is gone keeps its name and is marked. */
export function ColumnSelect({
  ref,
  name,
  columnId,
  columnName,
  isInvalid,
  noteId,
  onChange,
}: ColumnSelectProps) {
  const { columns } = useFormFacts();
  return (
    <Combobox
      ref={ref}
      name={name}
      aria-label={name}
      aria-describedby={noteId}
      aria-invalid={isInvalid || (columnId !== '' && isGone(columns, columnId)) || undefined}
      placeholder="Choose a column"
      emptyText={columns ? 'No columns found' : 'Choose a source sheet first'}
      clearable={false}
      options={(columns ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      value={columnId || null}
      valueLabel={columnName}
      onChange={(id) => {
        const chosen = columns?.find((column) => column.id === id);
        if (chosen) onChange({ columnId: chosen.id, columnName: chosen.title });
      }}
    />
  );
}
