import { type ActivityAction, type ActivityStatus, failureSentence } from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import type { RunColumns, RunRecord } from '../../store/runs.store.ts';
import type { Due } from './due.ts';
import type { RunResult } from './run-result.ts';

/** What is written down of a run: the automation's row, the strip of runs, and whether the user's activity tells it. */
export function runRecord(done: {
  due: Due;
  result: RunResult;
  at: Date;
  durationMs: number;
  calls: number;
}): RunRecord {
  const { due, result, at, durationMs, calls } = done;
  const counts = countsOf(result);
  return {
    automation: due.automation,
    at,
    columns: columnsOf({ automation: due.automation, result, at }),
    run: { outcome: result.outcome, ...counts, durationMs, calls },
    activity: isTold(due.automation, result) ? { ...entryOf(due.automation, result), ...counts } : null,
  };
}

const countsOf = (result: RunResult) =>
  result.outcome === 'failed'
    ? { added: 0, removed: 0, optionCount: null }
    : { added: result.added, removed: result.removed, optionCount: result.optionCount };

function columnsOf({
  automation,
  result,
  at,
}: {
  automation: Automation;
  result: RunResult;
  at: Date;
}): RunColumns {
  const counts = countsOf(result);
  const common = {
    ...result.names,
    lastRunAt: at,
    lastRunOutcome: result.outcome,
    lastRunAdded: counts.added,
    lastRunRemoved: counts.removed,
    lastRunOptionCount: counts.optionCount,
    lastRunWarnings: result.outcome === 'failed' ? [] : result.warnings,
  };
  if (result.outcome === 'changed' || result.outcome === 'unchanged') {
    return {
      ...common,
      lastUpdated: at,
      lastError: null,
      lastErrorReason: null,
      failingSince: null,
      targetFingerprint: result.fingerprint,
      review: null,
    };
  }
  const failure = {
    lastError: failureSentence(result.reason, result.figures),
    lastErrorReason: result.reason,
    targetFingerprint: null,
  };
  if (result.outcome === 'failed') {
    return { ...common, ...failure, failingSince: automation.failingSince ?? at, review: null };
  }
  const { added, removed } = counts;
  return { ...common, ...failure, failingSince: null, review: { added, removed, ...result.review } };
}

/**
 * A change is always told, and so is what came of a sync asked for by hand. What a check finds by itself is told once:
 * an unchanged dropdown not at all, a failure or a review when it is a new one.
 */
function isTold({ manualSyncAt, lastError, lastErrorReason }: Automation, result: RunResult): boolean {
  if (manualSyncAt !== null || result.outcome === 'changed') return true;
  if (result.outcome === 'unchanged') return lastError !== null;
  return lastErrorReason !== result.reason;
}

type Entry = { action: ActivityAction; status: ActivityStatus; details: string };

function entryOf(automation: Automation, result: RunResult): Entry {
  // Every written dropdown is told as one, whoever asked: these entries are what the dashboard counts.
  const said = saidOf(automation, result);
  if (result.outcome === 'changed') return { action: 'update_dropdown', ...said };
  if (automation.manualSyncAt !== null) return { action: 'manual_sync', ...said };
  // That a failing one is well again is good news, but no update.
  return { action: 'update_dropdown', ...said, ...(result.outcome === 'unchanged' && { status: 'info' }) };
}

function saidOf(automation: Automation, result: RunResult): Omit<Entry, 'action'> {
  const { targetColumnName = automation.targetColumnName, sheetName = automation.sheetName } = result.names;
  const place = `${targetColumnName} in ${sheetName}`;
  switch (result.outcome) {
    case 'changed':
      return { status: 'success', details: `${place}: ${changeOf(result)}.` };
    case 'unchanged':
      return {
        status: 'success',
        details: `${place} is in step with its source, nothing had to be changed.`,
      };
    case 'waiting_review':
      return { status: 'warning', details: failureSentence(result.reason, result.figures) };
    case 'failed':
      return { status: 'error', details: failureSentence(result.reason, result.figures) };
  }
}

const changeOf = ({ added, removed }: { added: number; removed: number }): string => {
  if (added === 0 && removed === 0) return 'the options were put in a new order';
  const options = (count: number) => `${count} ${count === 1 ? 'option' : 'options'}`;
  const parts = [added > 0 && `${options(added)} added`, removed > 0 && `${options(removed)} removed`];
  return parts.filter(Boolean).join(', ');
};
