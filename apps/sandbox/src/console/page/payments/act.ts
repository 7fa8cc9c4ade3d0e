import { call } from '../call.ts';
import { booksQuery, queryClient } from '../queries.ts';
import { attempt } from '../toasts.tsx';

/** Does what time, a bank or a payer may do to a payment, and says so. Returns whether it succeeded. */
export function act(path: string, body: object, done: string): Promise<boolean> {
  return attempt(async () => {
    await call('POST', `/api/payments/${path}`, body);
    await queryClient.invalidateQueries({ queryKey: booksQuery.queryKey });
  }, done);
}
