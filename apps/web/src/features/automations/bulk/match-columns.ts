import { type Automation, type Column, targetRefusals } from '@picksync/contracts';

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
