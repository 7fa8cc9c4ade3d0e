import type { ReactNode } from 'react';
import { call } from '../call.ts';
import { booksQuery, queryClient } from '../queries.ts';
import { attempt } from '../toasts.tsx';

/** A list of what happened, a line each. */
export function Ledger({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid">
      {children}
    </ul>
  );
}

export function LedgerLine({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line py-2 text-sm first:border-t-0">
      {children}
    </li>
  );
}

/** Does what time, a bank or a payer may do to a payment, and says so. Returns whether it succeeded. */
export async function act(path: string, body: object, done: string): Promise<boolean> {
  const worked = await attempt(() => call('POST', `/api/payments/${path}`, body), done);
  if (worked) await queryClient.invalidateQueries({ queryKey: booksQuery.queryKey });
  return worked;
}
