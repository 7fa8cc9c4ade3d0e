import { BackClosesContext } from '@picksync/ui/back-closes.ts';
import type { ReactNode } from 'react';
import { useBackClosesWhile } from './use-back-closes.ts';

/** Has Back close the windows that are open above a page, by the history of the router around it. */
export function BackClosesProvider({ children }: { children: ReactNode }) {
  return <BackClosesContext value={useBackClosesWhile}>{children}</BackClosesContext>;
}
