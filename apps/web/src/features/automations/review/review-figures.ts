import type { Review } from '@picksync/contracts';

function options(count: number): string {
  return count === 1 ? '1 option' : `${count} options`;
}

/** What the sync that was stopped would do to the dropdown. */
export function reviewFigures({ added, removed, optionCount }: Review) {
  const kept = Math.max(optionCount - removed, 0);
  return { added, removed, kept, before: optionCount, after: kept + added, isEmptied: kept + added === 0 };
}

export function reviewTitle(review: Review): string {
  return reviewFigures(review).isEmptied
    ? 'The source column has no values'
    : `${review.removed} of ${options(review.optionCount)} would be removed`;
}

/** What approving does, in one sentence. */
export function approvalSentence(review: Review): string {
  const { added, removed, isEmptied } = reviewFigures(review);
  const adds = added > 0 ? ` and adds ${added}` : '';
  const does = isEmptied
    ? `Removes ${removed === 1 ? 'the only option' : `all ${options(removed)}`}`
    : `Removes ${options(removed)}${adds}`;
  return `${does}. Cells keep the text they have, but nobody can choose it again.`;
}
