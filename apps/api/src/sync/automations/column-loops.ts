import { AppError } from '@picksync/contracts';
import type { Automation, Db, Tx } from '@picksync/db';
import { type ChainStart, findChain, type Link, lockChains } from './column-loops.store.ts';

function getSource(link: Link) {
  return `${link.sourceSheetId}/${link.sourceColumnId}`;
}
function toTarget(link: Link) {
  return `${link.sheetId}/${link.targetColumnId}`;
}

/**
 * Returns whether `added` would close a chain that leads from its target back to its own source. Two automations that fill
 * each other's source are the one exception, provided that both are `two_way`.
 */
export function closesLoop(added: Link, existing: readonly Link[]): boolean {
  const home = getSource(added);
  if (toTarget(added) === home) return true;
  const bySource = Map.groupBy(existing, getSource);
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

function isPair(one: Link, other: Link) {
  return (
    one.mode === 'two_way' &&
    other.mode === 'two_way' &&
    getSource(one) === toTarget(other) &&
    getSource(other) === toTarget(one)
  );
}

/**
 * Writes the row of an automation that may become a link of a chain. Throws `automation_loop` when it closes one. The
 * chains are locked first, because writing claims a column.
 */
export async function writeLink(
  tx: Tx,
  { isActive }: { isActive: boolean },
  write: () => Promise<Automation>,
): Promise<Automation> {
  if (isActive) await lockChains(tx);
  const row = await write();
  await assertClosesNoLoop(tx, row);
  return row;
}

type WholeLink = ChainStart & Link & { isActive: boolean };

/**
 * Returns whether an automation closes a chain that leads back to its own source, through automations of any user. A
 * paused one is only checked for filling its own source: the rest is checked when it is activated. Others may add to
 * chains meanwhile, unless the caller holds their lock.
 */
export async function wouldCloseLoop(db: Db, link: WholeLink): Promise<boolean> {
  return closesLoop(link, link.isActive ? await findChain(db, link) : []);
}

/** Throws `automation_loop` when an automation closes a chain. */
export async function assertClosesNoLoop(db: Db, link: WholeLink): Promise<void> {
  if (!(await wouldCloseLoop(db, link))) return;
  throw new AppError('automation_loop', {
    errors: {
      targetColumnId: 'This would lead back to its own source, perhaps through a colleague’s automation',
    },
  });
}
