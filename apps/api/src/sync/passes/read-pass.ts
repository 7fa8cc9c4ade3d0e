import { AppError, failureReasons, type Pass, type PassTarget, type RunTrigger } from '@picksync/contracts';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { getRunTrigger } from '../automations/runs.store.ts';
import { findPass, type PassRow } from './passes.store.ts';

/** Returns one read of a source column with a result for each of the user's dropdowns. Throws `not_found`. */
export async function readPass(
  context: Context,
  { userId, passId }: { userId: string; passId: string },
): Promise<Pass> {
  const rows = await findPass(context.db, { userId, passId });
  const last = rows.at(-1);
  if (!last) throw new AppError('not_found');
  return {
    id: passId,
    at: last.at.toISOString(),
    trigger: getTrigger(rows),
    source: {
      sheetId: last.sourceSheetId,
      sheetName: last.sourceSheetName,
      columnName: last.sourceColumnName,
    },
    targets: rows.map(toTarget),
    totals: countTotals(rows),
  };
}

/** The triggers, the most specific first. */
const telling: readonly RunTrigger[] = [
  'user',
  'review_approved',
  'review_kept',
  'change',
  'creation',
  'settings',
  'pause',
  'check',
];

function getTrigger(rows: PassRow[]): RunTrigger {
  const found = new Set(rows.map(getRunTrigger));
  return telling.find((trigger) => found.has(trigger)) ?? 'automatic';
}

const knownFailure = z.enum(failureReasons).nullable().catch(null);

function toTarget(row: PassRow): PassTarget {
  const { at: _, trigger, answer, lastError, lastErrorReason, isLatest, details, ...rest } = row;
  return {
    ...rest,
    isLatest,
    // A failure that goes on has no entry of its own: the automation still holds its text.
    details: details ?? (isLatest ? lastError : null),
    lastFailure: isLatest ? knownFailure.parse(lastErrorReason) : null,
  };
}

function countTotals(rows: PassRow[]): Pass['totals'] {
  const sum = (of: (row: PassRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const having = (outcome: PassRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const began = Math.min(...rows.map(({ at, durationMs }) => at.getTime() - durationMs));
  const ended = Math.max(...rows.map(({ at }) => at.getTime()));
  // A run that waits for a review has added and removed nothing.
  const written = (row: PassRow, count: number) => (row.outcome === 'changed' ? count : 0);
  return {
    changed: having('changed'),
    unchanged: having('unchanged'),
    waitingReview: having('waiting_review'),
    failed: having('failed'),
    added: sum((row) => written(row, row.added)),
    removed: sum((row) => written(row, row.removed)),
    calls: sum(({ calls }) => calls),
    durationMs: ended - began,
  };
}
