import type { FailedItem } from '../rows/rows.ts';
import { errorView } from './error-response.ts';

/** Returns the envelope of a successful write. */
export function success<Result extends object>(rest: Result) {
  return {
    message: 'SUCCESS',
    resultCode: 0,
    ...rest,
  };
}

/** Returns the envelope of a write in which some rows failed. */
export function partialSuccess<Result extends object>(
  rest: Result,
  { failed, refId }: { failed: readonly FailedItem[]; refId: () => string },
) {
  return {
    message: 'PARTIAL_SUCCESS',
    resultCode: 3,
    ...rest,
    failedItems: failed.map(({ error, ...item }) => ({ ...item, error: errorView(error, refId()) })),
  };
}
