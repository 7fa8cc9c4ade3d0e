import type { Automation } from './automation-fields.ts';

/** An automation as a link of a chain: what it reads and what it fills. */
export type AutomationLink = Pick<
  Automation,
  'sourceSheetId' | 'sourceColumnId' | 'sheetId' | 'targetColumnId' | 'mode'
>;

/** Returns what an automation reads, as one text. */
export function getLinkSource(link: AutomationLink) {
  return `${link.sourceSheetId}/${link.sourceColumnId}`;
}
function toTarget(link: AutomationLink) {
  return `${link.sheetId}/${link.targetColumnId}`;
}

/**
 * Returns whether `added` would close a chain that leads from its target back to its own source. Two automations that fill
 * each other's source are the one exception, provided that both are `two_way`.
 */
export function closesCycle(added: AutomationLink, existing: readonly AutomationLink[]): boolean {
  return closesCycleIn(added, Map.groupBy(existing, getLinkSource));
}

/** Returns the same with automations that are grouped by what they read. */
export function closesCycleIn(
  added: AutomationLink,
  bySource: ReadonlyMap<string, readonly AutomationLink[]>,
): boolean {
  const home = getLinkSource(added);
  if (toTarget(added) === home) return true;
  const seen = new Set<string>();
  const ahead = bySource.get(toTarget(added))?.filter((next) => !isPair(added, next)) ?? [];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const reached = toTarget(next);
    if (reached === home) return true;
    if (seen.has(reached)) continue;
    seen.add(reached);
    ahead.push(...(bySource.get(reached) ?? []));
  }
  return false;
}

function isPair(one: AutomationLink, other: AutomationLink) {
  return (
    one.mode === 'two_way' &&
    other.mode === 'two_way' &&
    getLinkSource(one) === toTarget(other) &&
    getLinkSource(other) === toTarget(one)
  );
}
