import type { RunWarning } from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import { SmartsheetError } from '@picksync/smartsheet-client';
import {
  assessTarget,
  failureReasonOf,
  planAutomation,
  type SheetRead,
  type Situation,
} from '@picksync/sync-engine';
import { carryOut, type WriteParts } from './carry-out.ts';
import type { Due } from './due.ts';
import { lastingWarnings, namesSeen, type RunResult } from './run-result.ts';
import type { SheetReads } from './sheet-reads.ts';

export type SyncParts = WriteParts & { reads: SheetReads };

/**
 * Brings one dropdown in step with its source. Undefined when the automation was changed meanwhile. Throws what is not
 * the automation's own fault: an error that passes by itself, a refused connection, a bug.
 */
export async function syncAutomation(due: Due, parts: SyncParts): Promise<RunResult | undefined> {
  const { automation } = due;
  const target = await readOr(parts.reads.read(automation.sheetId), 'target');
  if ('failed' in target) return target.failed;
  if (due.onlyTargetMoved) {
    const inStep = stillInStep(automation, { target, fingerprint: parts.fingerprint });
    if (inStep) {
      parts.reads.passOver(automation.sourceSheetId);
      return inStep;
    }
  }
  const source = await readOr(parts.reads.read(automation.sourceSheetId), 'source');
  if ('failed' in source) return source.failed;

  const seen = { source, target };
  const planned = planAutomation({
    automation: { ...automation, settings: automation },
    ...seen,
    limits: parts.limits,
  });
  if (planned.failure === null) return carryOut({ automation, ...planned, ...seen }, parts);
  return { outcome: 'failed', reason: planned.failure, figures: {}, names: namesSeen(automation, seen) };
}

/** The sheet, or what its refusal means for the automation. Errors that are not about this sheet fly. */
async function readOr(
  read: Promise<SheetRead>,
  situation: Situation,
): Promise<SheetRead | { failed: RunResult }> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    const reason = failureReasonOf({ error, situation });
    return { failed: { outcome: 'failed', reason, figures: {}, names: {} } };
  }
}

/**
 * People edit rows of the destination all day, which moves the sheet but not the dropdown. When the list is what it
 * was when it was last right, and the source has not moved, the source need not be read.
 */
function stillInStep(
  automation: Automation,
  { target, fingerprint }: { target: SheetRead; fingerprint: (options: readonly string[]) => string },
): RunResult | undefined {
  const column = target.columns.get(automation.targetColumnId);
  if (!column || !assessTarget({ column, sheet: target }).writable) return undefined;
  const options = column.options ?? [];
  const now = fingerprint(options);
  if (now !== automation.targetFingerprint) return undefined;
  return {
    outcome: 'unchanged',
    added: 0,
    removed: 0,
    optionCount: options.length,
    warnings: [...sameAsBefore(automation), ...lastingWarnings(automation, column)],
    fingerprint: now,
    names: namesSeen(automation, { target }),
  };
}

/** What the last run met in the source, which has not moved since. */
const sameAsBefore = ({ lastRunWarnings }: Automation) =>
  (lastRunWarnings as RunWarning[]).filter((warning) => warning !== 'validation_lost');
