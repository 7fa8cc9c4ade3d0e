import type { ComponentType, ReactNode } from 'react';

type Shell = ComponentType<{ children: ReactNode }>;

let known: Shell | null = null;

/** Remembers the shell once a page has loaded its code, which is not part of the first load. */
export function keepShell(shell: Shell): void {
  known = shell;
}

/** Returns the shell; null until a page has loaded it. */
export function knownShell(): Shell | null {
  return known;
}
