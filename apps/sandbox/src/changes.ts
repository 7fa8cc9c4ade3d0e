import type { Id } from './smartsheet/model.ts';

/** What changed: the content of sheets, the list of sheets and who has access, the inbox, the faults, the payments, the messages to channels. */
export type Change = {
  sheets?: Id[];
  list?: boolean;
  mails?: boolean;
  faults?: boolean;
  payments?: boolean;
  channels?: boolean;
};

export type Changes = {
  announce: (change: Change) => void;
  /** Returns the function that ends the subscription. */
  subscribe: (listener: (change: Change) => void) => () => void;
};

/** Returns the channel that tells the state file and the console's page about changes. */
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
