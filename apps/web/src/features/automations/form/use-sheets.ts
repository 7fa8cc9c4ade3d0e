import type { ErrorCode } from '@picksync/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { columnsQuery, sheetsQuery } from '../../../api/sheets.queries.ts';
import { showToast } from '../../../stores/toast.ts';

/** How asking for choices stands: they can be on their way, or not to be had. */
export type ChoicesRequest = { loading: boolean; failed: boolean; retry: () => void };

const againWhenEmptyMs = 2000;
/** After so many lists without a sheet there are none; the user can still ask. */
const maxRetries = 5;

const ofSmartsheet: readonly (ErrorCode | undefined)[] = [
  'smartsheet_busy',
  'smartsheet_error',
  'smartsheet_forbidden',
  'smartsheet_needs_reconnect',
  'smartsheet_unavailable',
  'not_found',
];

/** What Smartsheet's refusal means and what to do, in the server's words; undefined for other failures. */
function refusalOf(problem: unknown): string | undefined {
  return problem instanceof ApiError && ofSmartsheet.includes(problem.code)
    ? problem.reply.message
    : undefined;
}

/** Says once that something could not be loaded; the choice beneath stays empty. */
function useWarning(failed: boolean, description: string): void {
  useEffect(() => {
    if (failed) showToast({ tone: 'bad', title: 'Warning', description });
  }, [failed, description]);
}

/**
 * The sheets to choose from. While Smartsheet is connected, a list that is empty or could not be had is asked for
 * again after 2 seconds; one that arrives although we thought otherwise means that it is connected.
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
      return again && againWhenEmptyMs;
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
