import { getFailureClass } from '@picksync/contracts/sync';
import type { Automation } from '@picksync/db';
import type { Context } from '../context.ts';
import type { RunResult } from './run-result.ts';

type RecordedRun = { automation: Automation; result: RunResult; at: Date };

/** Counts a run, and, where it wrote a dropdown, how long that took from the mark that asked for it. */
export function measureRun({ metrics }: Pick<Context, 'metrics'>, run: RecordedRun): void {
  const { automation, result, at } = run;
  const { outcome } = result;
  const failureClass = outcome === 'failed' ? getFailureClass(result.reason) : 'none';
  metrics.count('picksync_automation_runs_total', { outcome, class: failureClass });
  if (outcome !== 'changed' || automation.dirtyAt === null) return;
  const seconds = Math.max(0, at.getTime() - automation.dirtyAt.getTime()) / 1000;
  metrics.observe('picksync_sync_delay_seconds', { cause: toCause(automation) }, seconds);
}

function toCause({ manualSyncAt, dirtyReason }: Automation) {
  if (manualSyncAt !== null) return 'person';
  if (dirtyReason === 'change') return 'callback';
  return dirtyReason === null || dirtyReason === 'check' ? 'sweep' : 'person';
}
