import {
  type Automation,
  type FailureReason,
  type RunWarning,
  runWarnings,
  type Waiting,
} from '@picksync/contracts';
import { formatTime } from '../../ui/dates.ts';
import type { AutomationField } from './automation-form.values.ts';

/** What has to be said about an automation beneath its row. */
export type Note = { tone: 'bad' | 'warn' | 'neutral'; text: string };

/** Where its owner gets on: a button, and the field of the edit form that it leads to. */
export type NextStep = { label: string; field: AutomationField };

const allowRemovals: NextStep = { label: 'Allow more removals', field: 'maxRemovalPercent' };
const otherSource: NextStep = { label: 'Choose another source', field: 'sourceSheet' };
const otherSourceColumn: NextStep = { label: 'Choose another column', field: 'sourceColumn' };
const otherTarget: NextStep = { label: 'Choose another destination', field: 'targetSheet' };
const otherTargetColumn: NextStep = { label: 'Choose another column', field: 'targetColumn' };

const nextSteps: Partial<Record<FailureReason, NextStep>> = {
  wipe_guard: allowRemovals,
  source_sheet_gone: otherSource,
  source_column_gone: otherSourceColumn,
  source_no_right: otherSource,
  target_sheet_gone: otherTarget,
  target_column_gone: otherTargetColumn,
  target_column_retyped: otherTargetColumn,
  target_column_locked: otherTargetColumn,
  target_no_right: otherTarget,
  target_symbol: otherTargetColumn,
  target_claimed: otherTargetColumn,
  automation_loop: otherTargetColumn,
};

export const nextStepOf = ({ lastError, lastFailure }: Automation): NextStep | null =>
  (lastError !== null && lastFailure !== null && nextSteps[lastFailure]) || null;

export const waitingText = ({ message, nextTryAt }: Waiting): string =>
  `${message} Next try at ${formatTime(nextTryAt)}.`;

const toneOf = (warning: RunWarning): Note['tone'] => (warning === 'near_option_limit' ? 'warn' : 'neutral');

/** Said when what the system paused it for was changed since. */
const stillPaused = 'This automation is still paused. Activate it to go on.';

/** Why nothing happens now first, then what is wrong, then what the last run met that is no reason to stop. */
export const notesOf = ({ waiting, lastError, lastRun, pausedBy }: Automation): Note[] => {
  const tone = lastRun?.outcome === 'waiting_review' ? 'warn' : 'bad';
  const warnings = lastRun?.warnings ?? [];
  return [
    ...(waiting ? [{ tone: 'warn', text: waitingText(waiting) } as const] : []),
    ...(lastError === null ? [] : [{ tone, text: lastError } as const]),
    ...(pausedBy === 'system' && lastError === null ? [{ tone: 'neutral', text: stillPaused } as const] : []),
    ...warnings.map((warning) => ({ tone: toneOf(warning), text: runWarnings[warning] })),
  ];
};
