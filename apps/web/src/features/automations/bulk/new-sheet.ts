import type { Column, SourceKind } from '@picksync/contracts';
import type { ComboboxOption } from '@picksync/ui/combobox-options.ts';
import { useAuthStatus } from '../../../api/session.queries.ts';
import {
  describeColumn,
  lacksLicense,
  licenseWarnings,
  toDestinationSheets,
  toReportColumn,
  toSourceColumn,
  toSources,
} from '../form/sheet-options.ts';
import { useReports, useSourceColumns } from '../form/use-reports.ts';
import { useSheets } from '../form/use-sheets.ts';
import { canFill, type Side, type WantedColumn } from './match-columns.ts';

/** The sheet or report in which the automations get their columns. */
export type NewSheet = {
  id: string;
  name: string;
  kind: SourceKind;
  /** Why Smartsheet would refuse it although its access level promises it. */
  warning?: string | undefined;
};

/** Returns what can be chosen: sheets that can be written or, to read from, every sheet and report. */
export function useNewSheets(side: Side) {
  const { sheets, loading, failed } = useSheets();
  const reports = useReports({ isWanted: side === 'source' });
  const { smartsheetLicensed } = useAuthStatus();
  const options: readonly ComboboxOption[] =
    side === 'source' ? toSources(sheets, reports.reports) : toDestinationSheets(sheets, smartsheetLicensed);
  const ofReports = side === 'source' ? reports.reports : [];
  const known: readonly NewSheet[] = [
    ...sheets.map((sheet) => {
      const isRefused = side === 'target' && lacksLicense(sheet, smartsheetLicensed);
      const { id, name } = sheet;
      return { id, name, kind: 'sheet' as const, ...(isRefused && { warning: licenseWarnings.destination }) };
    }),
    ...ofReports.map(({ id, name }) => ({ id, name, kind: 'report' as const })),
  ];
  const possible = new Set(options.filter((one) => !one.disabledReason).map(({ value }) => value));
  return {
    options,
    known,
    possible: known.filter(({ id }) => possible.has(id)),
    loading: loading || (side === 'source' && reports.loading),
    failed,
  };
}

/** Returns the columns of the new sheet, with what may be taken. */
export function useNewColumns(sheet: NewSheet | null, side: Side) {
  const { columns, loading } = useSourceColumns({ sourceKind: sheet?.kind ?? 'sheet', sourceSheet: sheet });
  const canTake = (column: Column, { automations: [first] }: WantedColumn) => {
    if (side === 'target') return canFill(column, first);
    return sheet?.kind !== 'report' || column.reason === null;
  };
  return { columns, loading, canTake };
}

/** Returns a column as a choice. `isTaken`: another of these automations gets it. */
export function toColumnOption(
  column: Column,
  { side, kind, canTake, isTaken }: { side: Side; kind: SourceKind; canTake: boolean; isTaken: boolean },
): ComboboxOption {
  if (side === 'source') return kind === 'report' ? toReportColumn(column) : toSourceColumn(column);
  const refusal = canTake ? undefined : (column.reason ?? 'This column cannot be filled');
  const note = describeColumn(column);
  return {
    value: column.id,
    label: column.title,
    ...(note && { note }),
    disabledReason: isTaken ? 'Another of these automations gets it' : refusal,
  };
}
