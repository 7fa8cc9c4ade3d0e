import type { Queue } from '@picksync/db';
import { changeAgentOf } from '@picksync/smartsheet-account';
import { type CallOptions, SmartsheetError } from '@picksync/smartsheet-client';
import { draftIdOf, type OptionHash } from '@picksync/sync-engine';
import type { Logger } from 'pino';
import { recordRun } from '../../store/runs.store.ts';
import type { Due } from './due-work.ts';
import { type LookAndWriteDeps, lookAndWrite } from './look-and-write.ts';
import {
  type CallCounter,
  countOutcome,
  isBug,
  isHalted,
  type PassProgress,
  passIdOf,
  recordError,
} from './pass-progress.ts';
import { runRecord } from './run-record.ts';
import { failedResult, type RunResult } from './run-result.ts';

export type SyncAutomationDeps = Omit<LookAndWriteDeps, 'hash' | 'draftHash'> & {
  /** Returns the hashes of an automation, by its id. */
  hashOf: (automationId: string) => OptionHash;
  progress: PassProgress;
  counter: CallCounter;
  log: Logger;
  queue: Queue;
  /** Whether this process has to stop or was replaced: what is begun is finished, the rest is left. */
  shouldStop: () => boolean;
};

/** Brings one due automation in step and records the result. Errors that stop it are recorded in `progress`. */
export async function syncAutomation(due: Due, deps: SyncAutomationDeps): Promise<void> {
  const { claim, progress, counter, hashOf, now, shouldStop } = deps;
  if (isHalted(progress) || shouldStop()) {
    progress.left.add(due.automation.id);
    return;
  }
  const beganAt = now().getTime();
  const { value: result, calls } = await counter.counting(() =>
    lookAndWrite(due, {
      ...deps,
      hash: hashOf(due.automation.id),
      draftHash: hashOf(draftIdOf(due.automation.userId)),
      call: callFor(due, deps),
    }).catch((error: unknown) => resultOfError(error, due, deps)),
  );
  // It is left to a later pass, or was changed meanwhile.
  if (result === undefined) return;
  countOutcome(progress, result.outcome);
  const at = now();
  const passId = passIdOf(progress, due.automation);
  const record = runRecord({ due, result, at, durationMs: at.getTime() - beganAt, calls, passId });
  await recordRun({ ...record, claim }, deps);
}

/** Its writes carry its id as the change agent: other automations that read the same sheet have to see them. */
function callFor({ automation: { connectionId, id } }: Due, { call }: SyncAutomationDeps): CallOptions {
  return { ...call, changeAgent: changeAgentOf(connectionId, id) };
}

/** Returns what is recorded of an automation that met an error; undefined when it is left to a later pass. */
function resultOfError(error: unknown, due: Due, deps: SyncAutomationDeps): RunResult | undefined {
  const { progress, log, reads, shouldStop } = deps;
  const { id, connectionId, sourceSheetId, sheetId } = due.automation;
  if (!shouldStop()) {
    if (isBug(error)) {
      progress.bugs += 1;
      log.error({ connection: connectionId, automation: id, err: error }, 'an automation met a bug');
      // It is not known whether the list was written: the next run finds out.
      return { ...failedResult({ reason: 'bug' }), leavesIntents: true };
    }
    if (!(error instanceof SmartsheetError)) throw error;
  }
  progress.left.add(id);
  if (error instanceof SmartsheetError) {
    // An error that is not from reading the source is about the target's sheet.
    const isOfSource = reads.failureOf(sourceSheetId) === error;
    recordError(progress, {
      error,
      automation: due.automation,
      sheetId: isOfSource ? sourceSheetId : sheetId,
    });
  }
  return undefined;
}
