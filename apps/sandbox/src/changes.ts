import type { Id } from './smartsheet/model.ts';

/** What changed: the content of sheets, the list of sheets and who may see them, the inbox, the faults. */
export type Change = { sheets?: Id[]; list?: boolean; mails?: boolean; faults?: boolean };

export type Changes = {
  announce: (change: Change) => void;
  /** Answers how to stop listening. */
  subscribe: (listener: (change: Change) => void) => () => void;
};

/** Tells saving and the console's page that something is new. */
export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    announce: (change) => {
      for (const listener of listeners) listener(change);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
