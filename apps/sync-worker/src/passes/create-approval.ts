import type { FailureReason } from '@picksync/contracts';
import { approvableInForm } from '@picksync/contracts/sync';
import { changedSide, type IsApproved, matchesReview, type Replacement } from '@picksync/sync-engine';
import type { SyncedAutomation } from '../automations/automations.store.ts';
import { isOutdatedBy, type OutdatedBy } from '../runs/run-result.ts';
import type { PassRun } from './pass-progress.ts';

/** What a person has approved for this run. */
export type Approval = {
  isApproved: IsApproved;
  /** Whether the run does what was approved. */
  isUsed: () => boolean;
  /** Returns which side has changed since a person looked and approved something else, in this run or before; null where nobody did. */
  outdatedBy: (current: readonly string[]) => OutdatedBy | null;
};

/** What an approval without a review covers: that of a form, and that of a list which goes on after a restore. */
const approvedUnasked: readonly FailureReason[] = [...approvableInForm, 'drift_found'];

/** What was approved in the form of a new automation was hashed before the automation had an id. */
export function createApproval({ automation, settings, hash, draftHash }: PassRun): Approval {
  const { approvedReview, review } = automation;
  const hashes = approvedReview === null ? [] : [hash, draftHash()];
  let isUsed = false;
  let hasMoreRows = false;
  return {
    isApproved: (replacement, reason) => {
      if (review === null && !approvedUnasked.includes(reason)) return false;
      const isSame = hashes.some((one) =>
        matchesReview(approvedReview, { ...replacement, settings, hash: one }),
      );
      if (!isSame) return false;
      const hasMore = hasMoreRowsThanApproved(replacement, { review, settings });
      hasMoreRows ||= hasMore;
      isUsed ||= !hasMore;
      return !hasMore;
    },
    isUsed: () => isUsed,
    outdatedBy: (current) => {
      if (approvedReview === null || isUsed) return readOutdatedBy(review);
      if (hasMoreRows) return 'target';
      const by = hashes.find((one) => one.canRead(approvedReview));
      return (by && changedSide(approvedReview, { current, hash: by })) ?? 'either';
    },
  };
}

/** Returns whether cells in more rows would change than a person has seen, and beside these than may change without a question. */
function hasMoreRowsThanApproved(
  { renamedRows = 0 }: Replacement,
  { review, settings }: { review: SyncedAutomation['review'] } & Pick<PassRun, 'settings'>,
): boolean {
  const { renamedRows: seen } = Object(review);
  return renamedRows > (typeof seen === 'number' ? seen : 0) + settings.maxRenamedRows;
}

/** Returns what made an earlier approval out of date, where the review that waits came of that. */
function readOutdatedBy(review: SyncedAutomation['review']): OutdatedBy | null {
  const { outdatedBy } = Object(review);
  return isOutdatedBy(outdatedBy) ? outdatedBy : null;
}
