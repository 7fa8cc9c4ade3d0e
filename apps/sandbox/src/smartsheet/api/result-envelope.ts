import type { FailedItem } from '../rows/bulk-rows.ts';
import { errorView } from './error-response.ts';

/** The envelope of a write that succeeded. */
export function success<Result extends object>(rest: Result) {
  return {
    message: 'SUCCESS',
    resultCode: 0,
    ...rest,
  };
}

/** The same when rows were set aside, each with its own error. */
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
