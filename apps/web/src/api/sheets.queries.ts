import { likelyPairEndpoints, reportEndpoints, type SourceKind, sheetEndpoints } from '@picksync/contracts';
import { queryOptions } from '@tanstack/react-query';
import { withContext } from './api-error.ts';
import { call, callPage } from './call.ts';
import { query } from './query.ts';

/** Smartsheet fails now and then, so these are retried; a list is fresh for a minute. */
const fromSmartsheet = { retry: 3, retryDelay: 1000, staleTime: 60_000 };

const allSheets = { query: { includeAll: 'true' } } as const;

/**
 * The sheets the user can see, sorted by name. `incompleteOf` is there where Smartsheet has not listed all of them: how
 * many there are, null when it does not say.
 */
export const sheetsQuery = queryOptions({
  queryKey: [sheetEndpoints.list.path, allSheets] as const,
  queryFn: async ({ signal }) => {
    try {
      const { reply: sheets, incompleteOf } = await callPage(sheetEndpoints.list, allSheets, {
        signal,
      });
      return { sheets, incompleteOf };
    } catch (problem) {
      throw withContext(problem, 'Failed to fetch sheets');
    }
  },
  ...fromSmartsheet,
});

/** The columns of one sheet, in its order. */
export function columnsQuery(sheetId: string) {
  const input = { params: { id: sheetId } };
  return {
    ...query(sheetEndpoints.columns, input),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(sheetEndpoints.columns, input, { signal }).catch((problem) => {
        throw withContext(problem, 'Failed to fetch columns');
      }),
    ...fromSmartsheet,
  };
}

/** The reports the user can see, sorted by name. */
export const reportsQuery = queryOptions({
  queryKey: [reportEndpoints.list.path] as const,
  queryFn: ({ signal }) => call(reportEndpoints.list, {}, { signal }),
  ...fromSmartsheet,
});

/** The columns of one report, in its order, and how much it reads. */
export function reportColumnsQuery(reportId: string) {
  return { ...query(reportEndpoints.columns, { params: { id: reportId } }), ...fromSmartsheet };
}

/**
 * Columns that belong together, of the sheets that were changed last. Dozens of sheets are read for it, so it is fresh for
 * longer than a list.
 */
export function likelyPairsQuery(source?: ChosenColumn) {
  const input = source ? { query: toSource(source) } : {};
  return {
    ...query(likelyPairEndpoints.list, input, { timeoutMs: 60_000 }),
    retry: false,
    staleTime: 5 * 60_000,
  } as const;
}

/** How far the search for them is. */
export const pairProgressQuery = {
  ...query(likelyPairEndpoints.progress, {}),
  retry: false,
  gcTime: 0,
} as const;

/** How many options of each dropdown of a sheet are values of a source: a hint, without which the list is as it was. */
export function matchesQuery(sheetId: string, source: ChosenColumn & { kind: SourceKind }) {
  const kind = source.kind === 'report' ? { sourceKind: source.kind } : {};
  return {
    ...query(likelyPairEndpoints.matches, {
      params: { id: sheetId },
      query: { ...toSource(source), ...kind },
    }),
    retry: false,
    staleTime: 60_000,
  } as const;
}

export type ChosenColumn = { sheetId: string; columnId: string };

function toSource({ sheetId: sourceSheetId, columnId: sourceColumnId }: ChosenColumn) {
  return { sourceSheetId, sourceColumnId };
}
