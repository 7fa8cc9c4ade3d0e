import { type Preview, pluralize, previewNoun, type Review } from '@picksync/contracts';
import { findBeyondDrift } from '../beyond-drift.ts';
import { notAgain } from '../preview-texts.ts';

/** Returns the figures of a review from a preview. */
export function toReview(preview: Preview): Omit<Review, 'fingerprint'> {
  const { reason, added, removed, optionCount, sourceRows, renames } = preview;
  return {
    reason: reason ?? 'wipe_guard',
    added: added.count,
    removed: removed.count,
    optionCount,
    sourceRows: sourceRows?.deleted.count ?? null,
    newRows: sourceRows?.added.count ?? null,
    renamed: renames?.count ?? null,
    renamedRows: renames?.rows ?? null,
    fewerSheets: preview.fewerSheets,
  };
}

/** Returns the label of the box to tick for deletions that cannot be undone; null where none is needed. */
export function getConfirmation(preview: Preview): string | null {
  const { reason, sourceRows, optionCountAfter } = preview;
  if (reason === 'rows_would_go' && sourceRows) {
    const { count, cells } = sourceRows.deleted;
    return `Delete ${pluralize(count, 'row')} with ${pluralize(cells, 'cell')}`;
  }
  const isEmptied = reason === 'source_empty' || reason === 'nothing_passes' || optionCountAfter === 0;
  if (!isEmptied) return null;
  return preview.newNames ? 'Leave the list of contacts empty' : 'Leave the dropdown empty';
}

/** Returns the label and the effect of each answer; `keep` is null where there is nothing to keep. */
export function toAnswers(preview: Preview) {
  const { reason, added, removed, sourceRows } = preview;
  if (reason === 'rows_would_come') {
    return {
      approve: approveExactly,
      approveText: `Adds ${pluralize(sourceRows?.added.count ?? 0, 'row')} at the bottom of the source. The options stay.`,
      keep: null,
      keepText: 'Or choose other columns or another mode: nothing is written until then.',
    };
  }
  if (reason === 'drift_found') {
    return {
      approve: 'Put it back',
      approveText: 'The list is again as the source says.',
      keep: 'Keep their change',
      keepText: changesMore(preview)
        ? 'What was added stays, what was deleted stays away. The other changes shown are written.'
        : 'What was added stays, what was deleted stays away. Nothing is written.',
    };
  }
  if (reason === 'rows_would_go') {
    return {
      approve: approveExactly,
      approveText: `Deletes ${pluralize(sourceRows?.deleted.count ?? 0, 'row')} of the source, with everything in them.`,
      keep: 'Put the options back',
      keepText: 'The options come back into the dropdown, and no row is deleted.',
    };
  }
  const adds = added.count > 0 ? ` and adds ${added.count}` : '';
  return {
    approve: approveExactly,
    approveText: `Removes ${pluralize(removed.count, previewNoun(preview))}${adds}. ${rowsLeft(preview)}`,
    keep: 'Keep them',
    keepText: `${added.count > 0 ? `Adds the ${added.count} and removes nothing` : 'Removes nothing'}. You are asked again when the source changes.`,
  };
}

/** Returns whether a sync that asks about a change by hand would change something else of the list. */
function changesMore(preview: Preview): boolean {
  const { added, removed } = findBeyondDrift(preview, { drift: 'ask' });
  return added.count + removed.count + (preview.newNames?.count ?? 0) + (preview.renames?.count ?? 0) > 0;
}

/** Returns what happens to rows that use removed options. */
function rowsLeft(preview: Preview): string {
  if (!isCounted(preview)) return `Cells keep their text. ${notAgain(preview)}`;
  const { rows } = preview.used;
  if (rows === 0) return 'No row uses them.';
  return `${pluralize(rows, 'row keeps its', 'rows keep their')} text. ${notAgain(preview)}`;
}

/** Returns the variant of the button that approves: destructive where options or rows would be removed. */
export function approveVariant(preview: Preview): 'danger' | 'primary' {
  if (preview.reason === 'rows_would_come') return 'primary';
  if (preview.reason === 'names_changed') return preview.fewerSheets ? 'danger' : 'primary';
  return preview.reason === 'drift_found' ? putBackVariant(preview) : 'danger';
}

/** Returns the variant of the button that puts the list back: destructive where options would be removed. */
export function putBackVariant({ removed, drift }: Pick<Preview, 'removed' | 'drift'>): 'danger' | 'primary' {
  return removed.count + (drift?.added.count ?? 0) > 0 ? 'danger' : 'primary';
}

const approveExactly = 'Approve exactly this';

/** Returns whether it is known how many rows use the removed options. */
export function isCounted({ removed }: Preview): boolean {
  return removed.options.some(({ rows }) => rows !== null);
}
