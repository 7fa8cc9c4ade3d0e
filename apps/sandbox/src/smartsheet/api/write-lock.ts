import { apiError } from '../errors.ts';

/** A lock per sheet that does not wait: Smartsheet refuses a second write instead of queueing it. */
export type WriteLock = {
  /** Returns the release function. Throws 4004 while another write, by whichever account, holds the sheet. */
  acquire: (sheetId: string) => () => void;
};

/** Returns a lock that holds no sheet yet. */
export function createWriteLock(): WriteLock {
  const locked = new Set<string>();
  return {
    acquire: (sheetId) => {
      if (locked.has(sheetId)) throw apiError(4004);
      locked.add(sheetId);
      return () => locked.delete(sheetId);
    },
  };
}
