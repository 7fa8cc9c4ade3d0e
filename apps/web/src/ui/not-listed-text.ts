import { pluralize } from '@picksync/contracts';

/** Returns how many are there beyond those that a list shows, without a full stop. */
export function notListedText(count: number): string {
  return pluralize(count, 'other is not listed', 'others are not listed');
}
