import { defaultSettings } from '@picksync/contracts';
import type { Renaming } from '../find-renames.ts';
import type { OptionHash } from '../option-hash.ts';
import { findRenamedCells } from '../renamed-cells.ts';
import { toSourceNames } from '../source-names.ts';
import { column } from './columns.ts';
import { cell, toRows } from './rows.ts';

type Names = string | readonly string[] | null;

/** Returns what is known of names: those that the rows had, by their place, those that they have, and the cells that use the old ones. */
export function toRenaming(given: {
  before: readonly Names[];
  now: readonly unknown[];
  /** How many cells use each old name. */
  used?: number;
  ignoreCase?: boolean;
  pairs?: Renaming['memory']['pairs'];
  approved?: Renaming['approved'];
  /** A review of names waits. */
  isAsked?: boolean;
  texts?: Renaming['texts'];
  hash: OptionHash;
}): Renaming {
  const {
    before,
    now,
    used = 0,
    ignoreCase = false,
    pairs = [],
    approved = null,
    isAsked = false,
    texts,
    hash,
  } = given;
  const settings = { ...defaultSettings, ignoreCase };
  const findCells: Renaming['findCells'] = (renames) => {
    const cells = renames.flatMap(({ from }) => Array.from({ length: used }, () => from));
    const rows = toRows(...cells.map((text) => [cell('9', text)]));
    return findRenamedCells({ rows, column: column({ id: '9', type: 'PICKLIST' }), renames, settings });
  };
  const names = toSourceNames(toNames(before), { settings, hash });
  const rows = toNames(now as readonly Names[]);
  return { memory: { names, pairs }, rows, findCells, texts, approved, isAsked };
}

/** Returns the names of rows, by their place; a row without a name is left out. */
function toNames(rows: readonly Names[]): ReadonlyMap<string, readonly string[]> {
  const all = rows.map((names, index) => [String(index + 1), toList(names)] as const);
  return new Map(all.filter(([, names]) => names.length > 0));
}

function toList(names: Names): readonly string[] {
  if (names === null) return [];
  return typeof names === 'string' ? [names] : names;
}
