import { BackClosesContext } from '@picksync/ui/back-closes.ts';
import type { ReactNode } from 'react';
import { useBackCloses, useBackClosesWhile } from './use-back-closes.ts';

const byHistory = { useBackCloses, useBackClosesWhile };

/** Has Back close what is open above a page, by the history of the router around it. */
export function BackClosesProvider({ children }: { children: ReactNode }) {
  return <BackClosesContext value={byHistory}>{children}</BackClosesContext>;
}
