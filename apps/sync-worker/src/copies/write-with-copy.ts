import { toListNoun } from '@picksync/contracts/sync';
import { isSameList, withoutRemovals } from '@picksync/sync-engine';
import type { Context } from '../context.ts';
import type { Run } from '../runs/run.ts';
import { type RunResult, toFailedResult } from '../runs/run-result.ts';
import { type SeenPlan, writePlan } from '../writes/write-plan.ts';
import { keepCopy } from './keep-copy.ts';

/**
 * Writes a plan that removes options after a copy of the list as it is. Without a copy nothing is removed: what is new is added,
 * and the rest waits. What a person has approved is written whole or not at all.
 */
export async function writeWithCopy(
  context: Context,
  run: Run,
  seen: SeenPlan & { isApproved: boolean },
): Promise<RunResult | undefined> {
  const { plan, column, names, recovered } = seen;
  const { copyId, refusal } = await keepCopy(context, run, column);
  if (refusal === null) return writePlan(context, run, { ...seen, copyId });
  const current = column.options ?? [];
  const options = withoutRemovals(plan, current);
  const waits = {
    reason: refusal,
    figures: { found: plan.removed.length, noun: toListNoun(run.automation) },
  };
  const isPartUseless = isSameList(options, current) || options.length > context.settings.limits.maxOptions;
  if (seen.isApproved || isPartUseless)
    return { ...toFailedResult({ ...waits, names }), recovered, state: plan.waitingState };
  const { keptHashes, excludedHashes } = plan.state;
  const state = { ...plan.waitingState, keptHashes, excludedHashes };
  const written = await writePlan(context, run, { ...seen, plan: { ...plan, options, removed: [], state } });
  return written?.outcome === 'changed' ? { ...written, waits } : written;
}
