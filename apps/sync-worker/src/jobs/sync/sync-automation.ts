import { SmartsheetError } from '@picksync/smartsheet-client';
import type { Logger } from 'pino';
import { recordRun } from '../../store/runs.store.ts';
import type { Due } from './due-work.ts';
import { type LookAndWriteDeps, lookAndWrite } from './look-and-write.ts';
import {
  type CallCounter,
  isBug,
  isHalted,
  keepError,
  keepOutcome,
  type PassProgress,
} from './pass-progress.ts';
import { runRecord } from './run-record.ts';
import { failedResult, type RunResult } from './run-result.ts';

export type SyncAutomationDeps = LookAndWriteDeps & {
  progress: PassProgress;
  counter: CallCounter;
  log: Logger;
  /** Whether this process has to stop or was replaced: what is begun is finished, the rest is left. */
  shouldStop: () => boolean;
};

/** Looks at one due automation and records what came of it; what is in its way is left in `progress`. */
export async function syncAutomation(due: Due, deps: SyncAutomationDeps): Promise<void> {
  const { prisma, claim, progress, counter, now, shouldStop } = deps;
  if (isHalted(progress) || shouldStop()) {
    progress.left.add(due.automation.id);
    return;
  }
  const beganAt = now().getTime();
  const { value: result, calls } = await counter.counting(() => resultOf(due, deps));
  if (result === undefined) return;
  keepOutcome(progress, result.outcome);
  const at = now();
  const record = runRecord({ due, result, at, durationMs: at.getTime() - beganAt, calls });
  await recordRun(prisma, { ...record, claim });
}

/** Returns what came of an automation, or undefined when there is nothing to record: it is left, or was changed. */
async function resultOf(due: Due, deps: SyncAutomationDeps): Promise<RunResult | undefined> {
  const { progress, log, shouldStop } = deps;
  const { id, connectionId } = due.automation;
  try {
    return await lookAndWrite(due, deps);
  } catch (error) {
    if (!shouldStop()) {
      if (isBug(error)) {
        progress.bugs += 1;
        log.error({ connection: connectionId, automation: id, err: error }, 'an automation met a bug');
        return failedResult({ reason: 'bug' });
      }
      if (!(error instanceof SmartsheetError)) throw error;
    }
    progress.left.add(id);
    if (error instanceof SmartsheetError) {
      keepError(progress, { error, automation: due.automation, sheetId: failedSheetOf(due, error, deps) });
    }
    return undefined;
  }
}

/** Returns the sheet that a call failed for; what is no read of the source was about the target's sheet. */
function failedSheetOf({ automation }: Due, error: unknown, { reads }: SyncAutomationDeps): string {
  const { sourceSheetId, sheetId } = automation;
  return reads.failureOf(sourceSheetId) === error ? sourceSheetId : sheetId;
}
