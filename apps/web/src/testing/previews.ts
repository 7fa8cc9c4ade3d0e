import type { Preview, PreviewList } from '@picksync/contracts';

/** A side of a difference: these texts, of which no row uses any unless it is said how many do. */
export function toList(...options: (string | [text: string, rows: number])[]): PreviewList {
  return {
    count: options.length,
    options: options.map((option) =>
      typeof option === 'string' ? { text: option, rows: null } : { text: option[0], rows: option[1] },
    ),
  };
}

/** A preview of a dropdown with five options that gets two more, but for what is given. */
export function preview(given: Partial<Preview> = {}): Preview {
  return {
    readAt: new Date().toISOString(),
    added: toList('Bergström & Söner', 'Cedar Point Clinics'),
    removed: toList(),
    kept: toList('Aldergrove Dairy', 'Café Noir', 'Calloway Press', 'Marlow Foods', 'Meridian Bank'),
    keptInUse: toList(),
    leaving: { count: 0, options: [] },
    filteredOut: toList(),
    drift: null,
    renames: null,
    sourceRows: null,
    rows: { total: 44, matching: 44, valued: 44 },
    used: { options: 0, rows: 0 },
    optionCount: 5,
    optionCountAfter: 7,
    optionLimit: 500,
    verdict: 'write',
    reason: null,
    message: null,
    warnings: [],
    needsReview: false,
    fingerprint: 'first',
    ...given,
  };
}

type GivenRename = [from: string, to: string, rows: number, more?: { locked?: number; isMerge?: boolean }];

/** Options that would be renamed; the id of a line is its old name. */
export function toRenames(...given: GivenRename[]): NonNullable<Preview['renames']> {
  const list = given.map(([from, to, rows, { locked = 0, isMerge = false } = {}]) => ({
    id: from,
    from,
    to,
    rows,
    locked,
    isMerge,
  }));
  const sum = (what: 'rows' | 'locked') => list.reduce((total, line) => total + line[what], 0);
  return { count: list.length, rows: sum('rows'), locked: sum('locked'), list };
}
