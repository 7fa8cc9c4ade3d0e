import { type Column, type ColumnMatch, isContactType, type Sheet } from '@picksync/contracts';
import { Combobox } from '@picksync/ui/combobox.tsx';
import type { ComboboxOption } from '@picksync/ui/combobox-options.ts';
import { Field } from '@picksync/ui/field.tsx';
import { useIsLate } from '@picksync/ui/use-is-late.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { matchesQuery } from '../../../api/sheets.queries.ts';
import { type Choice, chosenSource, nextChoice } from './automation-form-values.ts';
import { getControl } from './setting-controls.tsx';
import { useFormFacts } from './settings/form-facts.ts';
import {
  describeColumn,
  describeSourceColumn,
  lacksLicense,
  licenseWarnings,
  toDestinationSheets,
  toSourceColumn,
  toSourceSheet,
  toTargetColumns,
} from './sheet-options.ts';
import type { AutomationFormState } from './use-automation-form.ts';
import { type ChoicesRequest, useColumns } from './use-sheets.ts';

type SideProps = {
  form: AutomationFormState;
  sheets: readonly Sheet[];
  /** The state of the request for the sheets. */
  request: ChoicesRequest;
  onSheetChosen: () => void;
};

/** The fields of the sheet and column that are read. */
export function SourceSide({ form, sheets, request, onSheetChosen }: SideProps) {
  const sheet = form.watch('sourceSheet');
  const column = form.watch('sourceColumn');
  const { rows, valued } = useFormFacts();
  const { columns, ...columnsRequest } = useColumns(sheet?.id);
  const { smartsheetLicensed } = useAuthStatus();
  const chosen = sheets.find(({ id }) => id === sheet?.id);
  const known = columns.find(({ id }) => id === column?.id);
  // Its list grows with the dropdown of the other side.
  const isRefused =
    form.watch('mode') === 'two_way' &&
    known?.options !== undefined &&
    chosen !== undefined &&
    lacksLicense(chosen, smartsheetLicensed);
  return (
    <Side title="Source">
      <ChoiceField
        form={form}
        name="sourceSheet"
        label="Source Sheet"
        placeholder="Choose the sheet to read"
        emptyText="No sheets found"
        options={sheets.map(toSourceSheet)}
        request={request}
        onChosen={() => {
          clear(form, 'sourceColumn');
          onSheetChosen();
        }}
      />
      <ChoiceField
        form={form}
        name="sourceColumn"
        label="Source Column"
        placeholder={sheet ? 'Choose the column with the values' : 'Choose a sheet first'}
        emptyText="No columns found"
        warning={isRefused ? licenseWarnings.source : undefined}
        hint={[
          describeSourceColumn(known),
          column && rows !== null && `${rows.toLocaleString('en-US')} rows`,
          column && valued !== null && valued !== rows && `${valued.toLocaleString('en-US')} with a value`,
        ]
          .filter(Boolean)
          .join(', ')}
        options={columns.map(toSourceColumn)}
        request={columnsRequest}
        disabled={!sheet}
      />
      <AddressField form={form} />
    </Side>
  );
}

/** Asks for the column with the addresses where contacts are filled from names, and where one is set that is not needed. */
function AddressField({ form }: Pick<SideProps, 'form'>) {
  const { makesContacts, hasAddresses } = useFormFacts();
  const isNeeded = makesContacts && !hasAddresses;
  const { title, Control } = getControl('addressColumn');
  if (!isNeeded && form.watch('addressColumn') === null) return null;
  return (
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{title}</span>
      <Controller
        control={form.control}
        name="addressColumn"
        render={({ field, fieldState }) => (
          <Control field={field as never} error={fieldState.error?.message} />
        )}
      />
      <p className="text-xs text-ink-2">
        {isNeeded
          ? 'A contact is its address; the name goes along. Names without an address are left out.'
          : 'Needed only where a contact column is filled from a column of names.'}
      </p>
    </div>
  );
}

type DestinationSideProps = SideProps & {
  /** The choice between one sheet and every sheet of a folder; absent where one is edited. */
  kind: ReactNode;
  /** The column that the automation being edited fills already. */
  ownColumnId: string | undefined;
};

/** The fields of the sheet and dropdown that are filled. */
export function DestinationSide({
  form,
  sheets,
  request,
  kind,
  ownColumnId,
  onSheetChosen,
}: DestinationSideProps) {
  const sheet = form.watch('targetSheet');
  const target = form.watch('targetColumn');
  const { columns, ...columnsRequest } = useColumns(sheet?.id);
  const matches = useMatches(form);
  const { smartsheetLicensed } = useAuthStatus();
  const chosen = sheets.find(({ id }) => id === sheet?.id);
  const isRefused = chosen !== undefined && lacksLicense(chosen, smartsheetLicensed);
  return (
    <Side title="Destination">
      {kind}
      <ChoiceField
        form={form}
        name="targetSheet"
        label="Destination Sheet"
        placeholder="Choose the sheet with the dropdown"
        emptyText="No sheets found"
        warning={isRefused ? licenseWarnings.destination : undefined}
        options={toDestinationSheets(sheets, smartsheetLicensed)}
        request={request}
        onChosen={() => {
          clear(form, 'targetColumn');
          onSheetChosen();
        }}
      />
      <ChoiceField
        form={form}
        name="targetColumn"
        label="Target Dropdown Column"
        placeholder={sheet ? 'Choose the dropdown to fill' : 'Choose a sheet first'}
        emptyText="No columns found"
        hint={describeTarget(columns.find(({ id }) => id === target?.id))}
        options={toTargetColumns(columns, { ownId: ownColumnId, matches })}
        request={columnsRequest}
        disabled={!sheet}
        onChosen={(column) => column && form.setValue('removeDuplicates', true)}
      />
    </Side>
  );
}

/** Returns the facts about a destination, and of contacts what being on the list means. */
function describeTarget(column: Column | undefined): string | undefined {
  const facts = describeColumn(column);
  if (!column || !isContactType(column.type)) return facts;
  return `${facts}. Being on the list gives nobody access and sends nobody a mail.`;
}

/** Returns how many options of each dropdown to choose from are values of the source; undefined while that is not known. */
function useMatches(form: AutomationFormState): ColumnMatch[] | undefined {
  const values = form.watch();
  const source = chosenSource(values);
  const { targetSheet, targetColumn } = values;
  const isWanted = source !== null && targetSheet !== null && targetColumn === null;
  const query = matchesQuery(targetSheet?.id ?? '', source ?? { sheetId: '', columnId: '' });
  return useQuery({ ...query, enabled: isWanted }).data;
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 content-start gap-3 rounded-lg border border-line p-4">
      <legend className="px-1.5 text-xs font-semi text-ink-3">{title}</legend>
      {children}
    </fieldset>
  );
}

type ChoiceFieldProps = {
  form: AutomationFormState;
  name: 'sourceSheet' | 'sourceColumn' | 'targetSheet' | 'targetColumn';
  label: string;
  placeholder: string;
  emptyText: string;
  /** What is known of the choice. */
  hint?: string | undefined;
  /** Why the choice will not work. */
  warning?: string | undefined;
  options: readonly ComboboxOption[];
  request: ChoicesRequest;
  disabled?: boolean;
  /** Called after the choice is in the form, to change what depends on it. */
  onChosen?: (choice: Choice | null) => void;
};

const slowAfterMs = 8000;
const slowNote = 'Smartsheet is slow to answer';

/** A labelled combobox whose value is the chosen id with its name. */
function ChoiceField({
  form,
  name,
  label,
  options,
  request,
  emptyText,
  hint,
  warning,
  onChosen,
  ...rest
}: ChoiceFieldProps) {
  const isSlow = useIsLate(request.loading, slowAfterMs);
  // What failed or is missing stays said at its field.
  const note = request.refusal ?? request.gap ?? (isSlow ? slowNote : hint);
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          error={fieldState.error?.message}
          warning={warning}
          {...(note && { hint: note })}
          aside={<TryAgain label={label} request={request} />}
        >
          {(control) => (
            <Combobox
              {...control}
              {...rest}
              ref={field.ref}
              name={label}
              options={options}
              emptyText={request.failed ? 'Could not be loaded. Try again.' : emptyText}
              loading={request.loading}
              value={field.value?.id ?? null}
              valueLabel={field.value?.name}
              onChange={(id) => {
                const option = options.find(({ value }) => value === id);
                const choice = option ? { id: option.value, name: option.label } : null;
                form.clearErrors(name);
                field.onChange(choice);
                onChosen?.(choice);
                if (choice) leadOn(form);
              }}
            />
          )}
        </Field>
      )}
    />
  );
}

/** Moves the focus to the choice that is still to be made; once all are made it stays. */
function leadOn(form: AutomationFormState): void {
  const next = nextChoice(form.getValues());
  // A column can take the focus once its sheet is drawn as chosen.
  if (next !== 'name') setTimeout(() => form.setFocus(next));
}

function TryAgain({ label, request }: { label: string; request: ChoicesRequest }) {
  if ((!request.failed && !request.gap) || request.loading) return null;
  return (
    <button
      type="button"
      aria-label={`Try again: ${label}`}
      onClick={request.retry}
      className="rounded-sm text-xs font-semi text-accent hover:underline"
    >
      Try again
    </button>
  );
}

/** Empties the column of the sheet that was chosen before. */
function clear(form: AutomationFormState, column: 'sourceColumn' | 'targetColumn'): void {
  form.setValue(column, null);
  form.clearErrors(column);
}
