import { refuse } from '../errors.ts';

export type WriteLock = {
  /** Returns how to let go. Another write to the same sheet, whoever makes it, is refused until then (4004). */
  take: (sheetId: string) => () => void;
};

export function createWriteLock(): WriteLock {
  const held = new Set<string>();
  return {
    take: (sheetId) => {
      if (held.has(sheetId)) throw refuse(4004);
      held.add(sheetId);
      return () => held.delete(sheetId);
    },
  };
}
