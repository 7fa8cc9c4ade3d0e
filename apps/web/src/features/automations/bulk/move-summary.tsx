import { formatNumber, type MovePreview, pluralize } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { Spinner } from '@picksync/ui/spinner.tsx';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { getMessage } from '../../../api/form-errors.ts';
import type { MovePreviews } from './use-moves.ts';

type MoveSummaryProps = { count: number; preview: MovePreviews };

/** What was found by name, and the numbers of the first syncs. */
export function MoveSummary({ count, preview: { results, isFetching, error } }: MoveSummaryProps) {
  const known = results.flatMap(({ firstSync }) => firstSync ?? []);
  const Icon = count > 0 ? CircleCheck : TriangleAlert;
  const asks = known.filter(({ needsReview }) => needsReview).length;
  return (
    <div role="status" className="flex gap-2.5 rounded-md bg-sunken px-3.5 py-2.5 text-sm">
      {isFetching ? (
        <Spinner />
      ) : (
        <Icon
          aria-hidden="true"
          className={cx('mt-0.5 size-4 shrink-0', count > 0 ? 'text-good' : 'text-warn')}
        />
      )}
      <p className="text-pretty">
        <b className="font-semi">
          {count === 0 ? 'No column has the same name.' : `${pluralize(count, 'column')} found by name.`}
        </b>{' '}
        {isFetching && 'Looking at what the first sync would do.'}
        {!isFetching && error && getMessage(error, 'What the first sync would do could not be read.')}
        {!isFetching && !error && known.length > 0 && describeFirstSyncs(known)}{' '}
        {!isFetching && asks > 0 && asksSentence(asks)}
      </p>
    </div>
  );
}

type FirstSync = NonNullable<MovePreview['firstSync']>;

/** Returns what the first syncs would do together. */
function describeFirstSyncs(known: readonly FirstSync[]): string {
  const sum = (name: 'added' | 'removed', of = known) => of.reduce((total, one) => total + one[name], 0);
  const [contacts, options] = [
    known.filter(({ fillsContacts }) => fillsContacts),
    known.filter(({ fillsContacts }) => !fillsContacts),
  ];
  const added = [
    sum('added', options) > 0 && pluralize(sum('added', options), 'option'),
    sum('added', contacts) > 0 && pluralize(sum('added', contacts), 'contact'),
  ].filter((text) => text !== false);
  const adds = added.length === 0 ? 'none' : new Intl.ListFormat('en-US').format(added);
  const removes = sum('removed') === 0 ? 'none' : formatNumber(sum('removed'));
  return `The first sync adds ${adds} and removes ${removes}.`;
}

function asksSentence(count: number): string {
  return count === 1
    ? '1 of them waits for your review first.'
    : `${count} of them wait for your review first.`;
}
