import { type ErrorCode, formatNumber, type Sheet } from '@picksync/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, isSessionOver } from '../../../api/api-error.ts';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { columnsQuery, sheetsQuery } from '../../../api/sheets.queries.ts';
import { tryAgain } from '../../../api/use-action.ts';
import { dismissToast, showToast } from '../../../stores/toast.ts';

/** The state of the request for the choices of a field, and how to repeat it. */
export type ChoicesRequest = {
  loading: boolean;
  failed: boolean;
  /** Why it failed and what to do; undefined while it has not. */
  refusal: string | undefined;
  /** Says that choices are missing; undefined when all are there. */
  gap?: string | undefined;
  retry: () => void;
};

const retryEmptyMs = 2000;
/** How many empty lists in a row mean that the account has no sheets; the user can still press Try again. */
const maxRetries = 5;

const smartsheetCodes: readonly (ErrorCode | undefined)[] = [
  'smartsheet_busy',
  'smartsheet_error',
  'smartsheet_forbidden',
  'smartsheet_needs_reconnect',
  'smartsheet_paced',
  'smartsheet_unavailable',
  'not_found',
];

/** Returns what Smartsheet's refusal means and what to do, in the server's words; undefined for other failures. */
function getRefusal(problem: unknown): string | undefined {
  return problem instanceof ApiError && smartsheetCodes.includes(problem.code)
    ? problem.reply.message
    : undefined;
}

type Failing = { error: Error | null; refetch: () => Promise<unknown> };

/**
 * Shows one toast while something could not be loaded, with Smartsheet's reason behind the sentence; the field stays empty. After the
 * next login it is loaded again.
 */
function useWarning({ error, refetch }: Failing, sentence: string): void {
  const description = [sentence, getRefusal(error)].filter(Boolean).join(' ');
  const isTold = error !== null && !isSessionOver(error);
  useEffect(() => {
    if (!isTold) return;
    const id = showToast({ tone: 'bad', title: 'Warning', description, action: tryAgain(refetch) });
    return () => dismissToast(id);
  }, [isTold, refetch, description]);
}

const checkConnection = 'Please check your Smartsheet connection.';

/** Whether Smartsheet is connected, as far as is known: sheets that arrive later than the status prove that it is. */
export function useIsConnected(): boolean {
  const { data: status, dataUpdatedAt: statusAt } = useQuery(authStatusQuery);
  const { data, isFetching, dataUpdatedAt: sheetsAt } = useQuery({ ...sheetsQuery, enabled: false });
  if (status?.smartsheetConnected || isFetching) return true;
  const isLost = status?.smartsheetState !== 'connected' && statusAt > sheetsAt;
  return !isLost && data !== undefined && data.sheets.length > 0;
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
      const again = connected && tries > 0 && tries <= maxRetries && !state.data?.sheets.length;
      return again && retryEmptyMs;
    },
  });
  const { sheets = [], incompleteOf } = query.data ?? {};
  const arrived = query.isSuccess && sheets.length > 0;

  useWarning(query, `Unable to load sheets. ${checkConnection}`);
  useEffect(() => {
    if (arrived && !connected) void queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
  }, [arrived, connected, queryClient]);

  return {
    sheets,
    loading: query.isFetching,
    failed: query.isError,
    refusal: query.isError ? (getRefusal(query.error) ?? checkConnection) : undefined,
    gap: incompleteOf === undefined ? undefined : gapText(sheets.length, incompleteOf),
    retry: () => void query.refetch(),
  };
}

/** Says that Smartsheet has listed fewer sheets than there are. */
function gapText(listed: number, total: number | null): string {
  const known = formatNumber(listed);
  if (total === null) return `Smartsheet listed ${known} sheets, and there are more.`;
  return `Smartsheet listed ${known} of ${formatNumber(total)} sheets.`;
}

/** Returns a sheet from the list that the fields have loaded; null while it is not known. */
export function useKnownSheet(id: string | undefined): Sheet | null {
  const { data } = useQuery({ ...sheetsQuery, enabled: false });
  return data?.sheets.find((sheet) => sheet.id === id) ?? null;
}

/** The columns of the chosen sheet; none while no sheet is chosen. */
export function useColumns(sheetId: string | undefined) {
  const query = useQuery({ ...columnsQuery(sheetId ?? ''), enabled: sheetId !== undefined });
  useWarning(query, 'Unable to load columns from the selected sheet.');
  return {
    columns: query.data ?? [],
    loading: query.isFetching,
    failed: query.isError,
    refusal: getRefusal(query.error),
    retry: () => void query.refetch(),
  };
}
