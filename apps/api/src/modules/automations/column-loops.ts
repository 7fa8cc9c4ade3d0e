import type { AutomationSettings } from '@picksync/contracts';

/** An automation as a link of a chain: what it reads and what it fills. */
export type Link = {
  sourceSheetId: string;
  sourceColumnId: string;
  sheetId: string;
  targetColumnId: string;
  mode: AutomationSettings['mode'];
};

function sourceOf(link: Link) {
  return `${link.sourceSheetId}/${link.sourceColumnId}`;
}
function targetOf(link: Link) {
  return `${link.sheetId}/${link.targetColumnId}`;
}

/**
 * Returns whether `added` would close a chain that leads from its target back to its own source. Two automations that fill
 * each other's source are the one exception, provided that both are `two_way`.
 */
export function closesLoop(added: Link, existing: readonly Link[]): boolean {
  const home = sourceOf(added);
  if (targetOf(added) === home) return true;
  const bySource = Map.groupBy(existing, sourceOf);
  const seen = new Set<string>();
  const ahead = bySource.get(targetOf(added))?.filter((next) => !isPair(added, next)) ?? [];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const reached = targetOf(next);
    if (reached === home) return true;
    if (seen.has(reached)) continue;
    seen.add(reached);
    ahead.push(...(bySource.get(reached) ?? []));
  }
  return false;
}

function isPair(one: Link, other: Link) {
  return (
    one.mode === 'two_way' &&
    other.mode === 'two_way' &&
    sourceOf(one) === targetOf(other) &&
    sourceOf(other) === targetOf(one)
  );
}
