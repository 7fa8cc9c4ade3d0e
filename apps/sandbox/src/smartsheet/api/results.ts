import type { FailedItem } from '../rows/bulk.ts';
import { errorView } from './error.reply.ts';

/** The envelope of a write that succeeded. */
export const success = <Result extends object>(rest: Result) => ({
  message: 'SUCCESS',
  resultCode: 0,
  ...rest,
});

/** The same when rows were set aside, each with its own error. */
export const partialSuccess = <Result extends object>(
  rest: Result,
  { failed, refId }: { failed: readonly FailedItem[]; refId: () => string },
) => ({
  message: 'PARTIAL_SUCCESS',
  resultCode: 3,
  ...rest,
  failedItems: failed.map(({ error, ...item }) => ({ ...item, error: errorView(error, refId()) })),
});
