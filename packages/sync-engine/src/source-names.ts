import { type AutomationSettings, maxNamedRows } from '@picksync/contracts/sync';
import type { OptionHash } from './option-hash.ts';

/**
 * Which rows of a source had which name when a run followed it: the ids of the rows, with spaces between them, by the keyed
 * hash of the name. A row of a multi-select column stands at each of its names.
 */
export type SourceNames = Readonly<Record<string, string>>;

/** The names of each row that passes the filters. They are texts: never store or log them. */
export type RowNames = ReadonlyMap<string, readonly string[]>;

/** Returns the names of rows as they are remembered; null where more rows have one than are remembered. */
export function toSourceNames(
  rows: RowNames,
  { settings, hash }: { settings: Pick<AutomationSettings, 'ignoreCase'>; hash: Pick<OptionHash, 'of'> },
): SourceNames | null {
  if (rows.size > maxNamedRows) return null;
  const hashes = new Map<string, string>();
  const ids = new Map<string, string[]>();
  for (const [rowId, names] of rows) {
    for (const name of names) {
      const made = hashes.get(name) ?? hash.of(name, settings);
      hashes.set(name, made);
      const known = ids.get(made) ?? [];
      // Two spellings of one name in a row are one.
      if (known.at(-1) !== rowId) known.push(rowId);
      ids.set(made, known);
    }
  }
  return Object.fromEntries(
    [...ids].map(([made, rowIds]) => [made, rowIds.toSorted().join(' ')] as const).sort(byHash),
  );
}

function byHash([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}

/** Returns names as they are stored; null where there are none, or none that can be read. */
export function parseSourceNames(stored: unknown): SourceNames | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const entries = Object.entries(stored);
  const isWhole = entries.every(([, rowIds]) => typeof rowIds === 'string');
  return isWhole ? (Object.fromEntries(entries.sort(byHash)) as SourceNames) : null;
}

/** Returns whether two memories of names say the same. Both are in one order. */
export function isSameNames(one: SourceNames | null, other: SourceNames | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Two names of which the first became the second, as keyed hashes, and ids of rows of the destination. */
export type RenamePair = {
  from: string;
  to: string;
  /** A person keeps both until the source changes. */
  isKept?: boolean | undefined;
  /** The only rows whose cells are renamed: the old name means something else by now, which people may choose. */
  onlyRows?: readonly string[] | undefined;
  refused?: RefusedRows | undefined;
};

/** Rows of the destination whose cells Smartsheet refused, and when. */
export type RefusedRows = { at: string; rows: readonly string[] };

/** Returns pairs as they are stored; what cannot be read is left out. */
export function parsePairs(stored: unknown): RenamePair[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { from, to, isKept, onlyRows, refused } = entry as Record<string, unknown>;
    if (typeof from !== 'string' || typeof to !== 'string') return [];
    const tried = parseRefused(refused);
    return [
      {
        from,
        to,
        ...(isKept === true && { isKept }),
        ...(Array.isArray(onlyRows) && { onlyRows: onlyRows.map(String) }),
        ...(tried && { refused: tried }),
      },
    ];
  });
}

function parseRefused(stored: unknown): RefusedRows | undefined {
  const { at, rows } = Object(stored) as Record<string, unknown>;
  return typeof at === 'string' && Array.isArray(rows) ? { at, rows: rows.map(String) } : undefined;
}
