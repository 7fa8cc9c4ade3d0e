import { sheetEndpoints } from '@picksync/contracts';
import { retold } from './api-error.ts';
import { call } from './call.ts';
import { query } from './query.ts';

/** Smartsheet fails now and then, so these are retried; a list is fresh for a minute. */
const fromSmartsheet = { retry: 3, retryDelay: 1000, staleTime: 60_000 };

const allSheets = { query: { includeAll: 'true' } } as const;

/** Every sheet the user can see, sorted by name. */
export const sheetsQuery = {
  ...query(sheetEndpoints.list, allSheets),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(sheetEndpoints.list, allSheets, { signal, quiet: true }).catch((problem) => {
      throw retold(problem, 'Failed to fetch sheets');
    }),
  ...fromSmartsheet,
};

/** The columns of one sheet, in its order. */
export function columnsQuery(sheetId: string) {
  const input = { params: { id: sheetId } };
  return {
    ...query(sheetEndpoints.columns, input),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(sheetEndpoints.columns, input, { signal, quiet: true }).catch((problem) => {
        throw retold(problem, 'Failed to fetch columns');
      }),
    ...fromSmartsheet,
  };
}
