import { sheetEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

/** Smartsheet stumbles now and then; a list that is a minute old is asked for again. */
const fromSmartsheet = { retry: 3, retryDelay: 1000, staleTime: 60_000 };

/** Every sheet the user can see, sorted by name. */
export const sheetsQuery = {
  ...query(sheetEndpoints.list, { query: { includeAll: 'true' } }),
  ...fromSmartsheet,
};

/** The columns of one sheet, in its order. */
export function columnsQuery(sheetId: string) {
  return {
    ...query(sheetEndpoints.columns, { params: { id: sheetId } }),
    ...fromSmartsheet,
  };
}
