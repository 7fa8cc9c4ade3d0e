import { AppError, type BulkResult, pluralize } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';

type Outcome = Exclude<BulkResult['outcome'], 'refused'> | AppError;

export function toResult(id: string, outcome: Outcome): BulkResult {
  if (!(outcome instanceof AppError)) return { id, outcome, error: null };
  const { code, message } = outcome;
  return { id, outcome: 'refused', error: { code, message } };
}

export function countDone(results: readonly BulkResult[]): number {
  return results.filter(({ outcome }) => outcome === 'done').length;
}

/** Returns an answer for each id. One that has no outcome does not exist, or is somebody else's. */
export function toResults(ids: readonly string[], outcomes: ReadonlyMap<string, Outcome>) {
  const results = ids.map((id) => toResult(id, outcomes.get(id) ?? new AppError('not_found')));
  return { results, done: countDone(results) };
}

/**
 * Returns the one entry of an act on many that takes several transactions. Each of them counts itself in it with `record`, and
 * is counted with `confirm` once it is done: the entry is true wherever the act ends.
 */
export function createSharedEntry(
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  { userId, action, verb }: { userId: string; action: 'edit_automation'; verb: string },
): { record: (tx: Tx) => Promise<void>; confirm: () => void } {
  const id = newId();
  const entry = { userId, action, status: 'success', timestamp: now() } as const;
  let done = 0;
  return {
    record: async (tx) => {
      const details = `You ${verb} ${pluralize(done + 1, 'automation')}.`;
      await tx.activityLog.upsert({ where: { id }, create: { id, ...entry, details }, update: { details } });
    },
    confirm: () => {
      done += 1;
    },
  };
}
