import type { RunWarning } from '@picksync/contracts';
import type { Automation } from '@picksync/db';
import { type CallOptions, type SmartsheetClient, SmartsheetError } from '@picksync/smartsheet-client';
import {
  type Applied,
  applyOptions,
  type DropdownColumn,
  failureReasonOf,
  type OptionLimits,
  type Plan,
  type SheetRead,
} from '@picksync/sync-engine';
import { lastingWarnings, namesSeen, type RunResult } from './run-result.ts';

export type WriteParts = {
  client: SmartsheetClient;
  call: CallOptions;
  /** Writes to one sheet go one after another: Smartsheet refuses two at once. */
  inTurn: <T>(sheetId: string, write: () => Promise<T>) => Promise<T>;
  /** Whether the automation still is what it was when it was taken up. */
  isCurrent: (automation: Automation) => Promise<boolean>;
  fingerprint: (options: readonly string[]) => string;
  limits: OptionLimits;
};

type Planned = {
  automation: Automation;
  column: DropdownColumn;
  plan: Plan;
  source: SheetRead;
  target: SheetRead;
};

/** Does what was planned. Undefined when the automation was changed, paused or deleted since. */
export async function carryOut(planned: Planned, parts: WriteParts): Promise<RunResult | undefined> {
  const { plan, automation, source, target, column } = planned;
  const { verdict } = plan;
  const warnings = [...plan.warnings, ...lastingWarnings(automation, column)];
  const names = namesSeen(automation, planned);
  const counts = { added: plan.added.length, removed: plan.removed.length };
  const current = column.options ?? [];

  if (verdict === 'refused') {
    return { outcome: 'failed', reason: plan.reason, figures: plan.figures, names };
  }
  if (verdict === 'needs_review') {
    const { reason, figures } = plan;
    const review = {
      fingerprint: parts.fingerprint(plan.options),
      sourceVersion: source.version,
      targetVersion: target.version,
    };
    return {
      outcome: 'waiting_review',
      ...counts,
      optionCount: current.length,
      reason,
      figures,
      warnings,
      review,
      names,
    };
  }
  if (verdict === 'unchanged') {
    const fingerprint = parts.fingerprint(current);
    return { outcome: 'unchanged', ...counts, optionCount: current.length, warnings, fingerprint, names };
  }
  const applied = await write(planned, parts);
  if (applied === undefined || 'failed' in applied) return applied?.failed;
  // What Smartsheet says it holds now, should it spell an option in its own way.
  const options = applied.column.options ?? plan.options;
  return {
    outcome: 'changed',
    ...counts,
    optionCount: options.length,
    warnings: [...new Set([...warnings, ...warningsOfWrite[applied.validation]])],
    fingerprint: parts.fingerprint(options),
    names,
  };
}

const warningsOfWrite: Record<Applied['validation'], RunWarning[]> = {
  kept: [],
  restored: ['validation_restored'],
  lost: ['validation_lost'],
};

async function write(
  planned: Planned,
  parts: WriteParts,
): Promise<Applied | { failed: RunResult } | undefined> {
  const { automation, column, plan } = planned;
  const { client, call } = parts;
  try {
    return await parts.inTurn(automation.sheetId, async () => {
      if (!(await parts.isCurrent(automation))) return undefined;
      return applyOptions({ client, call, sheetId: automation.sheetId, column, options: plan.options });
    });
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    const reason = failureReasonOf({ error, situation: 'target' });
    return { failed: { outcome: 'failed', reason, figures: {}, names: namesSeen(automation, planned) } };
  }
}
