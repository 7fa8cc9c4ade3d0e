import {
  AppError,
  type Automation,
  type FailureReason,
  failureReasons,
  formatNumber,
  pluralize,
  toListNoun,
} from '@picksync/contracts';
import { type Automation as AutomationRow, Prisma } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { recordActivity } from '../activity/activity.store.ts';
import { requireConnection } from '../smartsheet/with-smartsheet.ts';
import { getStoredReview } from './automation-view.ts';
import { assertActive, readAutomation, requireAutomation, type WhichAutomation } from './automations.ts';
import { recordAnswer } from './record-changes.ts';
import { requestSync } from './sync-requests.ts';

type Answer = {
  fingerprint: string;
  kind: 'approve' | 'keep';
  /** Of an approval: whether the user has confirmed that it deletes or empties something. */
  isConfirmed?: boolean | undefined;
  /** The renames that are part of an approval, as the preview names them; all but merges where it does not say. */
  renames?: string[] | undefined;
};

/**
 * Approves the review that the user saw, or stores "Keep them" for it, and requests the sync that does so. The first answer
 * counts: the same one changes nothing when it comes again. Throws `review_answered` for another one, `review_outdated` when
 * another review has taken its place, and `validation_failed` when the deletion has to be confirmed. The sync checks whether
 * both sheets are still the same.
 */
export async function answerReview(
  context: Context,
  which: WhichAutomation,
  answer: Answer,
): Promise<Automation> {
  const { fingerprint, kind, isConfirmed, renames } = answer;
  const row = await requireAutomation(context.db, which);
  await requireConnection(context, which.userId);
  assertActive(row);
  await context.db.$transaction(async (tx) => {
    const at = context.now();
    const asked = {
      ...which,
      isActive: true,
      lastRunOutcome: 'waiting_review',
      review: { path: ['fingerprint'], equals: fingerprint },
    } as const;
    // Stored as a sync by hand, so that its result is entered in the activity.
    const [answered] = await tx.automation.updateManyAndReturn({
      // A run may be writing what the first answer says.
      where: {
        ...asked,
        AND: [
          { OR: [{ approvedReview: null }, { approvedReview: { not: fingerprint } }] },
          { OR: [{ keptReview: null }, { keptReview: { not: fingerprint } }] },
        ],
      },
      data: {
        approvedReview: kind === 'approve' ? fingerprint : null,
        approvedRenames: kind === 'approve' && renames ? renames : Prisma.DbNull,
        keptReview: kind === 'keep' ? fingerprint : null,
        manualSyncAt: at,
      },
    });
    if (!answered) {
      const first = await tx.automation.findFirst({ where: asked });
      if (first === null) throw new AppError('review_outdated');
      if (!isSameAnswer(first, answer)) throw new AppError('review_answered');
      return;
    }
    if (kind === 'keep') assertCanBeKept(answered);
    else if (!isConfirmed) assertNeedsNoConfirmation(answered);
    await recordActivity(tx, {
      userId: which.userId,
      automation: { id: row.id, name: row.name },
      action: `${kind}_review`,
      status: 'info',
      details: details[kind](answered, renames),
      at,
    });
    const { added, removed, renamed } = getCounts(answered);
    const word = kind === 'approve' ? 'approved' : 'kept';
    const reason = failureReasons.find((one) => one === answered.lastErrorReason);
    const isOfNames = kind === 'approve' && reason === 'names_changed';
    await recordAnswer(tx, {
      automationId: row.id,
      answer: word,
      added,
      removed,
      renamed: isOfNames ? countTicked(renamed, renames) : undefined,
      reason,
      at,
    });
    await requestSync(context, tx, { connectionId: row.connectionId, automationId: row.id });
  });
  return readAutomation(context, which);
}

/** Returns whether an answered review has this answer, with the same renames. */
function isSameAnswer(
  { approvedReview, approvedRenames }: AutomationRow,
  { fingerprint, kind, renames }: Answer,
): boolean {
  if ((approvedReview === fingerprint) !== (kind === 'approve')) return false;
  if (kind === 'keep') return true;
  const [first, second] = [approvedRenames, renames ?? null].map((ids) =>
    Array.isArray(ids) ? JSON.stringify([...new Set(ids)].toSorted()) : null,
  );
  return first === second;
}

/** Without its rows an option would seem to have left the source, so there is nothing to keep. */
function assertCanBeKept({ lastErrorReason }: AutomationRow): void {
  if (lastErrorReason !== 'rows_would_come') return;
  throw new AppError('validation_failed', {
    message: 'Rows that would be added can only be approved. Or choose other columns or another mode.',
  });
}

/** Deletions that cannot be undone need one more confirmation. */
const confirmations: Partial<Record<FailureReason, string>> = {
  rows_would_go: 'Please confirm that rows of the source are deleted',
  source_empty: 'Please confirm that the list is left empty',
  nothing_passes: 'Please confirm that the list is left empty',
};

function assertNeedsNoConfirmation(row: AutomationRow): void {
  const reason = isEmptied(row) ? 'source_empty' : row.lastErrorReason;
  const message = confirmations[reason as FailureReason];
  if (message)
    throw new AppError('validation_failed', { message: `${message}.`, errors: { isConfirmed: message } });
}

/** Returns whether the shown list is empty, whatever the first reason of the review is. */
function isEmptied({ lastErrorReason, lastRunAdded, lastRunRemoved, lastRunOptionCount }: AutomationRow) {
  const isOfRows = lastErrorReason === 'rows_would_go' || lastErrorReason === 'names_changed';
  return (
    !isOfRows && lastRunAdded === 0 && (lastRunRemoved ?? 0) > 0 && lastRunRemoved === lastRunOptionCount
  );
}

/** The entries in the activity about an answer, in counts. */
const details = {
  approve: (row: AutomationRow, ticked?: readonly string[]) => {
    const { removed, all, added, rows, newRows, renamed } = writeCounts(row);
    if (row.lastErrorReason === 'names_changed') return `Renaming ${toPart(renamed, ticked)} was approved.`;
    if (row.lastErrorReason === 'rows_would_come') return `Adding ${newRows} to the source was approved.`;
    if (row.lastErrorReason === 'rows_would_go') return `Deleting ${rows} of the source was approved.`;
    if (row.lastErrorReason === 'drift_found')
      return `Putting the list back was approved: ${added} added, ${removed} removed.`;
    return `Removing ${removed} of ${all} and adding ${added} was approved.`;
  },
  keep: (row: AutomationRow) => {
    const { removed, all, added, rows, names } = writeCounts(row);
    if (row.lastErrorReason === 'rows_would_go')
      return `${rows} of the source are kept, and the options come back.`;
    if (row.lastErrorReason === 'drift_found') return 'The change made by hand is kept.';
    if (row.lastErrorReason === 'names_changed') return `The new names are added, and ${names} kept.`;
    return `${removed} of ${all} are kept although the source lacks them, and ${added} added.`;
  },
};

/** Returns how many of all renames an approval has; all where it does not say. */
function countTicked(all: number, ticked: readonly string[] | undefined): number {
  return ticked === undefined ? all : Math.min(new Set(ticked).size, all);
}

function toPart(all: number, ticked?: readonly string[]): string {
  const options = pluralize(all, 'option');
  const count = countTicked(all, ticked);
  if (count === all) return options;
  return count === 0 ? `none of ${options}` : `${formatNumber(count)} of ${options}`;
}

function getCounts(row: AutomationRow) {
  const renamed = getStoredReview(row)?.renamed ?? 0;
  return { removed: row.lastRunRemoved ?? 0, added: row.lastRunAdded ?? 0, renamed };
}

/** Returns the counts as a sentence has them. */
function writeCounts(row: AutomationRow) {
  const { sourceRows, newRows } = getStoredReview(row) ?? {};
  const { removed, added, renamed } = getCounts(row);
  return {
    removed: formatNumber(removed),
    added: formatNumber(added),
    all: pluralize(row.lastRunOptionCount ?? 0, toListNoun(row)),
    rows: pluralize(sourceRows ?? 0, 'row'),
    newRows: pluralize(newRows ?? 0, 'row'),
    renamed,
    names: renamed === 1 ? 'the old name of 1 option' : `the old names of ${pluralize(renamed, 'option')}`,
  };
}
