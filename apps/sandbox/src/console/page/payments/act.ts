import { call } from '../call.ts';
import { booksQuery, queryClient } from '../queries.ts';
import { attempt } from '../toasts.tsx';

/** Does what time, a bank or a payer may do to a payment, and says so. Returns whether it succeeded. */
export async function act(path: string, body: object, done: string): Promise<boolean> {
  const worked = await attempt(() => call('POST', `/api/payments/${path}`, body), done);
  if (worked) await queryClient.invalidateQueries({ queryKey: booksQuery.queryKey });
  return worked;
}
