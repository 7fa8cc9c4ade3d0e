import { maxRowsPerCall } from '@picksync/smartsheet-client';
import type { RenamedCells } from '@picksync/sync-engine';

type Writes = RenamedCells['writes'];

/**
 * Cells that Smartsheet has refused in one call, of which it names only one. Both halves are tried, then one of these is halved
 * again, so that the most cells are written with the first calls.
 */
export type CellAttempts = {
  /** Rows of halves that were not tried yet, the next one last. */
  parts: string[][];
  /** Rows that were refused together, the next one to be halved last. */
  refusedTogether: string[][];
  /** Rows whose cells are not tried again. */
  refused: Set<string>;
  /** Those of them that were refused in a call of their own. */
  found: Set<string>;
  halvingsLeft: number;
};

/**
 * How often refused cells are halved to find those that are refused: 16 calls find one in 500. A later run tries what is left,
 * without those that were found.
 */
const maxHalvings = 40;

export function createAttempts(): CellAttempts {
  return { parts: [], refusedTogether: [], refused: new Set(), found: new Set(), halvingsLeft: maxHalvings };
}

/** Returns what is tried with the next call, of cells that none was refused of by itself; nothing where all is given up. */
export function takeNextBatch(writes: Writes, attempts: CellAttempts): Writes {
  const { parts, refusedTogether, refused } = attempts;
  const byId = new Map(writes.map((write) => [write.id, write]));
  for (;;) {
    const part = parts.pop()?.flatMap((id) => byId.get(id) ?? []);
    if (part && part.length > 0) return part;
    if (part) continue;
    const known = new Set(refusedTogether.flat());
    const others = writes.filter(({ id }) => byId.has(id) && !known.has(id));
    if (others.length > 0) return others.slice(0, maxRowsPerCall);
    const rows = refusedTogether.pop()?.filter((id) => byId.has(id));
    if (rows === undefined) return [];
    if (attempts.halvingsLeft === 0) {
      for (const id of rows) {
        refused.add(id);
        byId.delete(id);
      }
    } else {
      attempts.halvingsLeft -= 1;
      const half = Math.ceil(rows.length / 2);
      parts.push(rows.slice(half), rows.slice(0, half));
    }
  }
}

/** Takes down that a call with these rows was refused because of one of them. */
export function noteRefused({ refusedTogether, refused, found }: CellAttempts, rows: string[]): void {
  const [only] = rows;
  if (rows.length > 1) refusedTogether.push(rows);
  else if (only !== undefined) {
    refused.add(only);
    found.add(only);
  }
}
