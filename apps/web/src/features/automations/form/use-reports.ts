import type { Column, ReportColumns } from '@picksync/contracts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getMessage } from '../../../api/form-errors.ts';
import { columnsQuery, reportColumnsQuery, reportsQuery } from '../../../api/sheets.queries.ts';
import type { AutomationValues } from './automation-form-values.ts';
import { type ChoicesRequest, useColumns } from './use-sheets.ts';

/** Returns the reports to choose from. Where they cannot be listed, sheets can be chosen all the same. */
export function useReports({ isWanted = true } = {}) {
  const { data = [], isError, isFetching, refetch } = useQuery({ ...reportsQuery, enabled: isWanted });
  return {
    reports: data,
    loading: isFetching,
    gap: isError ? 'Reports could not be listed.' : undefined,
    retry: () => void refetch(),
  };
}

type Source = Pick<AutomationValues, 'sourceKind' | 'sourceSheet'>;

type SourceColumns = ChoicesRequest & {
  columns: readonly Column[];
  /** How much a report reads; null for a sheet, and while it is not known. */
  report: Omit<ReportColumns, 'columns'> | null;
};

/** The columns of the chosen sheet or report; none while nothing is chosen. */
export function useSourceColumns({ sourceKind, sourceSheet }: Source): SourceColumns {
  const isReport = sourceKind === 'report';
  const id = sourceSheet?.id;
  const ofSheet = useColumns(isReport ? undefined : id);
  const wanted = isReport && id !== undefined;
  const { data, error, isFetching, refetch } = useQuery({ ...reportColumnsQuery(id ?? ''), enabled: wanted });
  if (!isReport) return { ...ofSheet, report: null };
  return {
    columns: (wanted && data?.columns) || [],
    report: (wanted && data) || null,
    loading: isFetching,
    failed: error !== null,
    refusal: error ? getMessage(error, 'The report could not be read.') : undefined,
    retry: () => void refetch(),
  };
}

/** Returns the columns of the source that were read already; null where they were not. */
export function useKnownColumns({ sourceKind, sourceSheet }: Source): readonly Column[] | null {
  const isReport = sourceKind === 'report';
  const id = sourceSheet?.id;
  const isChosen = id !== undefined;
  const ofSheet = useQuery({ ...columnsQuery(id ?? ''), enabled: isChosen && !isReport });
  const ofReport = useQuery({ ...reportColumnsQuery(id ?? ''), enabled: isChosen && isReport });
  return (isChosen && (isReport ? ofReport.data?.columns : ofSheet.data)) || null;
}

/** Returns the same outside of a component. */
export function findKnownColumns(
  queryClient: QueryClient,
  { sourceKind, sourceSheet }: Source,
): readonly Column[] | null {
  const id = sourceSheet?.id ?? '';
  if (sourceKind === 'report')
    return queryClient.getQueryData<ReportColumns>(reportColumnsQuery(id).queryKey)?.columns ?? null;
  return queryClient.getQueryData<readonly Column[]>(columnsQuery(id).queryKey) ?? null;
}
