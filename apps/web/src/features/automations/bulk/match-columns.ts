import { type Automation, type Column, type Sheet, targetRefusals } from '@picksync/contracts';

/** Where each automation goes: the id of a column of the new sheet by the id of the automation; null while it has none. */
export type Matches = ReadonlyMap<string, string | null>;

function toName(title: string): string {
  return title.normalize('NFC').trim().toLowerCase();
}

/** Returns whether an automation may fill a column: also its own, if it stays in its sheet. */
export function canFill(column: Column, automation: Automation): boolean {
  return (
    column.selectable || (column.id === automation.targetColumnId && column.reason === targetRefusals.taken)
  );
}

/**
 * Returns the column of the same name for each automation: an exact name wins over one that differs in case. A column is given
 * to one of them only.
 */
export function matchColumns(automations: readonly Automation[], columns: readonly Column[]): Matches {
  const taken = new Set<string>();
  const find = (automation: Automation, isSame: (title: string) => boolean) =>
    columns.find((column) => !taken.has(column.id) && canFill(column, automation) && isSame(column.title));
  const matches = new Map<string, string | null>();
  const give = (automation: Automation, column: Column | undefined) => {
    if (!column) return;
    taken.add(column.id);
    matches.set(automation.id, column.id);
  };
  for (const one of automations)
    give(
      one,
      find(one, (title) => title === one.targetColumnName),
    );
  for (const one of automations) {
    if (matches.has(one.id)) continue;
    give(
      one,
      find(one, (title) => toName(title) === toName(one.targetColumnName)),
    );
  }
  return new Map(automations.map(({ id }) => [id, matches.get(id) ?? null]));
}

/** Returns the words of a name with a space at both ends, so that one name is looked for in another by whole words. */
function toWords(name: string): string {
  return ` ${toName(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;
}

/**
 * Returns the sheet that most likely stands in for a deleted one: the only other that can be written and has its name, else the
 * only one whose name contains it or is contained in it. Null where nothing or more than one is likely.
 */
export function findLikelySheet(automations: readonly Automation[], sheets: readonly Sheet[]): Sheet | null {
  const [first] = automations;
  if (!first) return null;
  const { sheetId, sheetName } = first;
  if (automations.some((one) => one.sheetId !== sheetId || one.lastFailure !== 'target_sheet_gone'))
    return null;
  const gone = toWords(sheetName);
  if (gone.trim() === '') return null;
  const others = sheets.filter(({ id, writable }) => writable && id !== sheetId);
  const same = others.filter(({ name }) => toWords(name) === gone);
  const alike = others.filter(({ name }) => {
    const words = toWords(name);
    return words.trim() !== '' && (words.includes(gone) || gone.includes(words));
  });
  const likely = same.length > 0 ? same : alike;
  return likely.length === 1 ? (likely[0] ?? null) : null;
}
