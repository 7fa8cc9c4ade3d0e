import type { Paint } from './paint.ts';

/** What a command reads from and writes to. */
export type Terminal = {
  /** Writes a line of the result. */
  say: (line: string) => void;
  /** Writes a line that is not a part of the result. */
  tell: (line: string) => void;
  paint: Paint;
  /** Asks somebody; null where nobody is there. A secret is not shown while it is typed. */
  ask: (question: string, options?: { isSecret: boolean }) => Promise<string | null>;
  /** Returns what was piped in; an empty text where nothing was. */
  readInput: () => Promise<string>;
  /** Waits until nothing more can be piped in. */
  inputClosed: () => Promise<void>;
};
