import type { ReactNode } from 'react';

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
