import type { Column } from '../contract.ts';
import { pluralize } from '../format.ts';

export type OptionChange = { added: string[]; removed: string[] };

/**
 * Returns the options that were added to and removed from each column between two reads of a sheet, by column id and only
 * where something changed.
 */
export function optionChanges(before: Column[], after: Column[]): Map<string, OptionChange> {
  const changes = new Map<string, OptionChange>();
  for (const column of after) {
    const old = before.find((one) => one.id === column.id)?.options ?? [];
    const now = column.options ?? [];
    const had = new Set(old);
    const has = new Set(now);
    const added = now.filter((option) => !had.has(option));
    const removed = old.filter((option) => !has.has(option));
    if (added.length > 0 || removed.length > 0) changes.set(column.id, { added, removed });
  }
  return changes;
}

export function describeChange(title: string, { added, removed }: OptionChange): string {
  if (added.length === 0) return `${title}: ${pluralize(removed.length, 'option')} removed.`;
  const more = removed.length > 0 ? `, ${removed.length} removed` : '';
  return `${title}: ${pluralize(added.length, 'option')} added${more}.`;
}
