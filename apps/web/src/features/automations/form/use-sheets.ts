import type { ErrorCode, Sheet } from '@picksync/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { columnsQuery, sheetsQuery } from '../../../api/sheets.queries.ts';
import { showToast } from '../../../stores/toast.ts';

/** The state of the request for the choices of a field, and how to repeat it. */
export type ChoicesRequest = { loading: boolean; failed: boolean; retry: () => void };

const retryEmptyMs = 2000;
/** After so many empty lists the account has no sheets; the user can still press Try again. */
const maxRetries = 5;

const smartsheetCodes: readonly (ErrorCode | undefined)[] = [
  'smartsheet_busy',
  'smartsheet_error',
  'smartsheet_forbidden',
  'smartsheet_needs_reconnect',
  'smartsheet_unavailable',
  'not_found',
];

/** Returns what Smartsheet's refusal means and what to do, in the server's words; undefined for other failures. */
function refusalOf(problem: unknown): string | undefined {
  return problem instanceof ApiError && smartsheetCodes.includes(problem.code)
    ? problem.reply.message
    : undefined;
}

/** Shows one toast when something could not be loaded; the field stays empty. */
function useWarning(failed: boolean, description: string): void {
  useEffect(() => {
    if (failed) showToast({ tone: 'bad', title: 'Warning', description });
  }, [failed, description]);
}

/**
 * Returns the sheets to choose from. While Smartsheet is connected, a list that is empty or failed to load is requested
 * again after 2 seconds. A list that arrives while we believe that Smartsheet is not connected proves that it is.
 */
export function useSheets() {
  const queryClient = useQueryClient();
  const { data: status } = useQuery(authStatusQuery);
  const connected = status?.smartsheetConnected ?? false;
  const query = useQuery({
    ...sheetsQuery,
    refetchInterval: ({ state }) => {
      const tries = state.dataUpdateCount + state.errorUpdateCount;
      const again = connected && tries > 0 && tries <= maxRetries && !state.data?.length;
      return again && retryEmptyMs;
    },
  });
  const sheets = query.data ?? [];
  const arrived = query.isSuccess && sheets.length > 0;

  const refusal = refusalOf(query.error) ?? 'Please check your Smartsheet connection.';
  useWarning(query.isError, `Unable to load sheets. ${refusal}`);
  useEffect(() => {
    if (arrived && !connected) void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
  }, [arrived, connected, queryClient]);

  return {
    sheets,
    loading: query.isFetching,
    failed: query.isError,
    connected: connected || arrived,
    retry: () => void query.refetch(),
  };
}

/** Returns a sheet of the list that the fields have asked for; null while it is not known. */
export function useKnownSheet(id: string | undefined): Sheet | null {
  const { data } = useQuery({ ...sheetsQuery, enabled: false });
  return data?.find((sheet) => sheet.id === id) ?? null;
}

/** The columns of the chosen sheet; none while no sheet is chosen. */
export function useColumns(sheetId: string | undefined) {
  const query = useQuery({ ...columnsQuery(sheetId ?? ''), enabled: sheetId !== undefined });
  const refusal = refusalOf(query.error);
  useWarning(
    query.isError,
    ['Unable to load columns from the selected sheet.', refusal].filter(Boolean).join(' '),
  );
  return {
    columns: query.data ?? [],
    loading: query.isFetching,
    failed: query.isError,
    retry: () => void query.refetch(),
  };
}
