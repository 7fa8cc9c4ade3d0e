import { type ListNoun, pluralize, type Review } from '@picksync/contracts';

/** Returns the title of a review. `noun`: what the list holds. */
export function reviewTitle(review: Omit<Review, 'fingerprint'>, noun: ListNoun): string {
  const { reason, sourceRows, newRows, removed, renamed, optionCount, fewerSheets } = review;
  if (reason === 'names_changed' && fewerSheets)
    return `${pluralize(renamed ?? 0, 'name has', 'names have')} changed, and the report reads fewer sheets`;
  if (reason === 'names_changed')
    return `${pluralize(renamed ?? 0, 'name has', 'names have')} changed in the source`;
  if (reason === 'rows_would_come') return `${pluralize(newRows ?? 0, 'row')} would be added to the source`;
  if (reason === 'rows_would_go')
    return `${pluralize(sourceRows ?? 0, 'row')} of the source would be deleted`;
  if (reason === 'drift_found')
    return noun === 'contact'
      ? 'Somebody edited the contacts by hand'
      : 'Somebody edited the dropdown by hand';
  if (reason === 'fewer_source_sheets') return 'The report reads fewer sheets than before';
  if (reason === 'source_empty')
    return noun === 'contact'
      ? 'The source has no contacts with an address'
      : 'The source column has no values';
  if (reason === 'nothing_passes') return 'No row passes the filters';
  return `${removed} of ${pluralize(optionCount, noun)} would be removed`;
}

/** Returns the label of the button that opens a review. */
export function reviewLabel({ reason, removed, renamed, sourceRows, newRows }: Review): string {
  if (reason === 'names_changed') return `Review ${pluralize(renamed ?? 0, 'name')}`;
  if (reason === 'rows_would_come') return `Review ${pluralize(newRows ?? 0, 'new row')}`;
  if (reason === 'rows_would_go') return `Review ${pluralize(sourceRows ?? 0, 'deletion')}`;
  return reason === 'drift_found' || removed === 0
    ? 'Review the change'
    : `Review ${pluralize(removed, 'removal')}`;
}
