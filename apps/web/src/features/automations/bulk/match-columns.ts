import { type Automation, type Column, type FailureReason, targetRefusals } from '@picksync/contracts';

/** Which of their two columns the automations get anew. */
export type Side = 'source' | 'target';

/** A column that is looked for in the new sheet, and the automations that get it. */
export type WantedColumn = {
  key: string;
  title: string;
  automations: readonly [Automation, ...Automation[]];
};

/** The id of a column of the new sheet by the key of the one that is wanted; null while there is none. */
export type Matches = ReadonlyMap<string, string | null>;

/** Returns what is looked for: a column to fill for each automation, and one to read for all that read the same one. */
export function listWanted(automations: readonly Automation[], side: Side): WantedColumn[] {
  if (side === 'target')
    return automations.map((one) => ({ key: one.id, title: one.targetColumnName, automations: [one] }));
  const byColumn = Map.groupBy(automations, (one) => `${one.sourceSheetId}/${one.sourceColumnId}`);
  return [...byColumn].flatMap(([key, [first, ...others]]) =>
    first === undefined
      ? []
      : { key, title: first.sourceColumnName, automations: [first, ...others] as const },
  );
}

function toName(title: string): string {
  return title.normalize('NFC').trim().toLowerCase();
}

/** Returns whether an automation may fill a column: also its own, if it stays in its sheet. */
export function canFill(column: Column, automation: Automation): boolean {
  return (
    column.selectable || (column.id === automation.targetColumnId && column.reason === targetRefusals.taken)
  );
}

type Matching = {
  /** Whether a column may stand in for what is wanted. */
  canTake: (column: Column, wanted: WantedColumn) => boolean;
  /** Whether two may get the same column. */
  isShared: boolean;
};

/** Returns the column of the same name for each that is wanted: an exact name wins over one that differs in case. */
export function matchColumns(
  wanted: readonly WantedColumn[],
  columns: readonly Column[],
  { canTake, isShared }: Matching,
): Matches {
  const taken = new Set<string>();
  const matches = new Map<string, string | null>(wanted.map(({ key }) => [key, null]));
  const match = (isSame: (title: string, name: string) => boolean) => {
    for (const one of wanted.filter(({ key }) => matches.get(key) === null)) {
      const column = columns.find(
        (each) => !taken.has(each.id) && isSame(each.title, one.title) && canTake(each, one),
      );
      if (!column) continue;
      if (!isShared) taken.add(column.id);
      matches.set(one.key, column.id);
    }
  };
  match((title, name) => title === name);
  match((title, name) => toName(title) === toName(name));
  return matches;
}

/** Returns the words of a name with a space at both ends, so that one name is looked for in another by whole words. */
function toWords(name: string): string {
  return ` ${toName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;
}

/** A sheet or report. */
type Named = { id: string; name: string };

const goneReasons: Record<Side, readonly (FailureReason | null)[]> = {
  source: ['source_sheet_gone', 'report_gone'],
  target: ['target_sheet_gone'],
};

/**
 * Returns the sheet that most likely stands in for a deleted one, of those that may: the only other that has its name, else the
 * only one whose name contains it or is contained in it. Null where nothing or more than one is likely. Where a column of the
 * source was deleted, it is the same sheet.
 */
export function findLikelySheet<S extends Named>(
  automations: readonly Automation[],
  sheets: readonly S[],
  side: Side,
): S | null {
  const [first] = automations;
  if (!first) return null;
  const toSheet = (one: Automation) =>
    side === 'source'
      ? { id: one.sourceSheetId, name: one.sourceSheetName ?? '' }
      : { id: one.sheetId, name: one.sheetName };
  const old = toSheet(first);
  if (automations.some((one) => toSheet(one).id !== old.id)) return null;
  if (side === 'source' && automations.every((one) => one.lastFailure === 'source_column_gone'))
    return sheets.find(({ id }) => id === old.id) ?? null;
  if (automations.some((one) => !goneReasons[side].includes(one.lastFailure))) return null;
  const gone = toWords(old.name);
  if (gone.trim() === '') return null;
  const others = sheets.filter(({ id }) => id !== old.id);
  const same = others.filter(({ name }) => toWords(name) === gone);
  const alike = others.filter(({ name }) => {
    const words = toWords(name);
    return words.trim() !== '' && (words.includes(gone) || gone.includes(words));
  });
  const likely = same.length > 0 ? same : alike;
  return likely.length === 1 ? (likely[0] ?? null) : null;
}
