import { isolated } from '@picksync/contracts';
import type { Automation, WriteIntent } from '@picksync/db';
import type { RecoveredWrite } from './recorded-run.ts';
import { describeChange } from './run-texts.ts';

/** Returns what is recorded of a write that an earlier run made and did not record. */
export function recoveredWrite(automation: Automation, intent: WriteIntent, at: Date): RecoveredWrite {
  const { added, removed, optionCount, copyId } = intent;
  const counts = { added, removed, optionCount };
  const details = `${isolated(automation.targetColumnName)} in ${isolated(automation.sheetName)}: ${describeChange(intent)}.`;
  return {
    at,
    run: { outcome: 'changed', ...counts, durationMs: 0, calls: 0, copyId },
    activity: { action: 'update_dropdown', status: 'success', details, groupId: null, ...counts },
  };
}
