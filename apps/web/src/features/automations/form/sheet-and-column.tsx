import { type Column, type ColumnMatch, formatNumber, isContactType, type Sheet } from '@picksync/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { matchesQuery } from '../../../api/sheets.queries.ts';
import { chosenSource } from './automation-form-values.ts';
import { ChoiceField, clear } from './choice-field.tsx';
import { getControl } from './setting-controls.tsx';
import { useFormFacts } from './settings/form-facts.ts';
import {
  describeColumn,
  describeReport,
  describeSourceColumn,
  lacksLicense,
  licenseWarnings,
  toDestinationSheets,
  toReportColumn,
  toSourceColumn,
  toSources,
  toTargetColumns,
} from './sheet-options.ts';
import type { AutomationFormState } from './use-automation-form.ts';
import { useReports, useSourceColumns } from './use-reports.ts';
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
  const kind = form.watch('sourceKind');
  const { columns, report, ...columnsRequest } = useSourceColumns({ sourceKind: kind, sourceSheet: sheet });
  const { reports, ...reportsRequest } = useReports();
  const { smartsheetLicensed, smartsheetEmail } = useAuthStatus();
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
        hint={
          kind === 'report' && sheet ? describeReport(report?.sheetCount ?? null, smartsheetEmail) : undefined
        }
        options={toSources(sheets, reports)}
        request={withReports(request, reportsRequest)}
        onChosen={(choice) => {
          const isReport = reports.some(({ id }) => id === choice?.id);
          form.setValue('sourceKind', isReport ? 'report' : 'sheet');
          // Rows cannot be added to a report.
          if (isReport && form.getValues('mode') === 'two_way') form.setValue('mode', 'mirror');
          clear(form, 'sourceColumn');
          onSheetChosen();
        }}
      />
      <ChoiceField
        form={form}
        name="sourceColumn"
        label="Source Column"
        placeholder={sheet ? 'Choose the column to read' : 'Choose a sheet first'}
        emptyText="No columns found"
        warning={isRefused ? licenseWarnings.source : undefined}
        hint={[
          describeSourceColumn(known),
          column && rows !== null && `${formatNumber(rows)} rows`,
          column && valued !== null && valued !== rows && `${formatNumber(valued)} with a value`,
        ]
          .filter(Boolean)
          .join(', ')}
        options={columns.map(kind === 'report' ? toReportColumn : toSourceColumn)}
        request={columnsRequest}
        disabled={!sheet}
      />
      <AddressField form={form} />
    </Side>
  );
}

/** Returns the request for sheets and reports; sheets can be chosen while the reports are missing. */
function withReports(
  request: ChoicesRequest,
  { loading, gap, retry }: Pick<ChoicesRequest, 'loading' | 'gap' | 'retry'>,
): ChoicesRequest {
  if (request.failed || request.gap || !gap) return { ...request, loading: request.loading || loading };
  return { ...request, loading, gap, retry };
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
    <Side title="Destination" kind={kind}>
      <ChoiceField
        form={form}
        name="targetSheet"
        label="Destination Sheet"
        placeholder="Choose the sheet to fill"
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
        placeholder={sheet ? 'Choose the column to fill' : 'Choose a sheet first'}
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
  const query = matchesQuery(targetSheet?.id ?? '', source ?? { sheetId: '', columnId: '', kind: 'sheet' });
  return useQuery({ ...query, enabled: isWanted }).data;
}

/** `kind`: what else it could be. It stands beside the title, so that the fields of both sides stand beside each other. */
export function Side({ title, kind, children }: { title: string; kind?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="relative grid min-w-0 content-start gap-3 rounded-lg border border-line p-4">
      <legend className="px-1.5 text-xs font-semi text-ink-3">{title}</legend>
      {kind && <div className="md:absolute md:end-3 md:top-0 md:-translate-y-1/2 md:bg-surface">{kind}</div>}
      {children}
    </fieldset>
  );
}
