import { refuse } from '../errors.ts';

export type WriteLock = {
  /** Answers how to let go. Another write of the same token to the same sheet is refused until then (4004). */
  take: (accessToken: string, sheetId: string) => () => void;
};

export function createWriteLock(): WriteLock {
  const held = new Set<string>();
  return {
    take: (accessToken, sheetId) => {
      const key = `${accessToken} ${sheetId}`;
      if (held.has(key)) throw refuse(4004);
      held.add(key);
      return () => held.delete(key);
    },
  };
}
